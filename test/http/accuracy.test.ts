import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';

const { call } = await testApp();

describe('GET /accuracy', () => {
  it('tells the error of every task and split', async () => {
    const { status, body } = await call('GET', '/accuracy');
    expect(status).toBe(200);
    expect(body.sections).toHaveLength(2);
  });

  it('filters by split, and refuses a filter it does not know', async () => {
    const { body } = await call('GET', '/accuracy?split=unseen%20card');
    expect(body.sections).toEqual([expect.objectContaining({ split: 'unseen card', medianApe: 0.15 })]);
    expect((await call('GET', '/accuracy?card=T4')).status).toBe(400);
  });
});
