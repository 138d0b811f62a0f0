/** The left-out errors stay within what is promised. Sections are printed by `npm run validate`. */
import { describe, expect, it } from 'vitest';
import { seedCatalogue } from '../support/seed-catalogue.js';
import { visualHpcSections } from './visual-hpc.js';

const sections = visualHpcSections(seedCatalogue());
const section = (task: string, split: string) => {
  const found = sections.find((s) => s.task === task && s.split === split && s.group === 'all');
  if (found === undefined) throw new Error(`no section ${task} ${split}`);
  return found;
};

describe('left-out rows', () => {
  it.each([
    ['vision', 0.15, 0.75],
    ['embedding', 0.15, 0.75],
    ['speech-recognition', 0.15, 0.75],
    ['image-generation', 0.15, 0.75],
    ['render', 0.15, 0.75],
  ])('of %s on a card that the workload never ran on: median within %d', (task, median, within25) => {
    expect(section(task, 'unseen card').medianApe).toBeLessThanOrEqual(median);
    expect(section(task, 'unseen card').within25).toBeGreaterThanOrEqual(within25);
  });

  it.each([
    ['vision', 'other batch', 0.1],
    ['embedding', 'other batch', 0.1],
    ['speech-recognition', 'other batch', 0.1],
    ['image-generation', 'other precision', 0.1],
    ['vision', 'other precision', 0.1],
    ['embedding', 'other precision', 0.1],
    ['speech-recognition', 'other precision', 0.1],
  ])('of %s on the same card, %s: median within %d', (task, split, median) => {
    expect(section(task, split).medianApe).toBeLessThanOrEqual(median);
  });

  it.each([
    ['vision', 0.1],
    ['embedding', 0.12],
    ['image-generation', 0.1],
    ['speech-recognition', 0.16],
  ])(
    'of %s, brought by the caller from one other card: median within %d, four of five in the interval',
    (task, most) => {
      expect(section(task, 'own reference').medianApe).toBeLessThanOrEqual(most);
      expect(section(task, 'own reference').covered80).toBeGreaterThan(0.7);
    },
  );

  it('of transcoding: median within 15 %', () => {
    expect(section('transcode', 'left-out preset').medianApe).toBeLessThanOrEqual(0.15);
  });

  it('of a simulation case on another card: median within 20 %', () => {
    expect(section('hpc', 'unseen card in a case').medianApe).toBeLessThanOrEqual(0.2);
  });

  it('lie in the 80 % interval about as often as it says', () => {
    for (const task of ['vision', 'embedding', 'hpc'] as const) {
      const split = task === 'hpc' ? 'unseen card in a case' : 'unseen card';
      expect(section(task, split).covered80).toBeGreaterThan(0.7);
    }
    expect(section('hpc', 'several cards').covered80).toBeGreaterThan(0.75);
    // Half of these are more than a quarter off: their intervals say so.
    for (const split of ['unseen card', 'other batch', 'other precision', 'other setting'])
      expect(section('translation', split).covered80).toBeGreaterThan(0.75);
  });
});
