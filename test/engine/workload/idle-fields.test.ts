import { describe, expect, it } from 'vitest';
import { fault, QuestionError } from '../../../src/engine/question-error.js';
import { idleFields } from '../../../src/engine/workload/idle-fields.js';

const told = (configuration: Record<string, unknown>, evaluate: (c: Readonly<Record<string, unknown>>) => unknown) =>
  idleFields(configuration, evaluate).map(({ facts }) => facts.field);

describe('a field of a configuration', () => {
  it('is told when neither its absence nor its change changes the answer', () => {
    expect(told({ cards: 4, network: { rdmaGbps: 100 } }, ({ cards }) => ({ cards }))).toEqual([
      'configuration.network.rdmaGbps',
    ]);
  });

  it('matters when it is stated as the default: changing it would change the answer', () => {
    expect(told({ tensorParallel: 2 }, (c) => c.tensorParallel ?? 2)).toEqual([]);
    expect(told({ cudaGraphs: true }, (c) => c.cudaGraphs ?? true)).toEqual([]);
  });

  it('matters when another value could not be meant', () => {
    const strict = (c: Readonly<Record<string, unknown>>) => {
      if (c.cards === 8) throw new QuestionError([fault('layout-illegal', '/configuration', { why: 'eight' })]);
      return 'same';
    };
    expect(told({ cards: 4 }, strict)).toEqual([]);
  });
});
