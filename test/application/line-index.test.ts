import { describe, expect, it } from 'vitest';
import { openLineIndex } from '../../src/application/line-index.js';

describe('the line index', () => {
  it('knows the first line of every rate, and that it does not know one', () => {
    const index = openLineIndex();
    for (let line = 1; line <= 50_000; line++) index.add(`rate ${line % 40_000}`, line);
    expect(index.lineOf('rate 1')).toBe(1);
    expect(index.lineOf('rate 39999')).toBe(39_999);
    expect(index.lineOf('rate 0')).toBe(40_000);
    expect(index.lineOf('rate 40000')).toBe(0);
    expect(openLineIndex().lineOf('any')).toBe(0);
  });
});
