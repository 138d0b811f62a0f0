/** A name that several providers use means all of them, and the caller is told. */
import { describe, expect, it } from 'vitest';
import type { RecommendRequest } from '../../src/engine/question.js';
import { QuestionError } from '../../src/engine/question-error.js';
import { recommend } from '../../src/engine/recommend.js';
import { consolidate } from '../../src/engine/sharing/consolidate.js';
import type { ConsolidateRequest } from '../../src/engine/sharing/schemas.js';
import { seedCatalogue } from '../support/seed-catalogue.js';

const CONTEXT = { today: '2026-11-30', priceBook: null };
const catalogue = seedCatalogue();
const told = (constraints: RecommendRequest['constraints']) =>
  recommend(
    catalogue,
    {
      workload: { scenario: 'model-inference', task: 'vision', model: 'ResNet50', rate: 100 },
      currency: 'CNY',
      ...(constraints === undefined ? {} : { constraints }),
    },
    CONTEXT,
  )
    .findings.filter((f) => f.code === 'name-of-several-providers')
    .map((f) => f.facts);
const services: ConsolidateRequest['services'] = [
  { id: 'a', memoryGiB: 2, computeRatio: 0.1, latencyClass: 'normal', isolation: 'hard' },
];

describe('a name of several providers', () => {
  it('is told, with a way to mean one', () => {
    expect(told({ instanceTypes: ['GN7'] })).toEqual([
      { field: 'constraints.instanceTypes', name: 'GN7', providers: ['alibaba', 'tencent'], example: 'alibaba/GN7' },
    ]);
  });

  it('is not told where the caller means one', () => {
    expect(told({ instanceTypes: ['tencent/GN7'] })).toEqual([]);
    expect(told({ instanceTypes: ['GN7'], providers: ['tencent'] })).toEqual([]);
    expect(told({ instanceTypes: ['GN7.2XLARGE32'] })).toEqual([]);
    expect(told(undefined)).toEqual([]);
  });

  it('is told by /consolidate under the field that the caller used', () => {
    const { findings } = consolidate(catalogue, { services, on: { instanceTypes: ['GN7'] }, currency: 'CNY' }, CONTEXT);
    expect(findings.find((f) => f.code === 'name-of-several-providers')?.facts).toMatchObject({
      field: 'on.instanceTypes',
      name: 'GN7',
    });
  });
});

describe('an unknown name in /consolidate', () => {
  const faultsOf = (request: Partial<ConsolidateRequest>) => {
    try {
      consolidate(catalogue, { services, currency: 'CNY', ...request }, CONTEXT);
    } catch (error) {
      if (error instanceof QuestionError) return error.faults.map((f) => f.pointer);
      throw error;
    }
    return [];
  };

  it('is pointed to where the caller wrote it', () => {
    expect(faultsOf({ on: { accelerators: ['T4', 'no such card'] } })).toEqual(['/on/accelerators/1']);
    expect(faultsOf({ on: { instanceTypes: ['no such type'] } })).toEqual(['/on/instanceTypes/0']);
    expect(faultsOf({ constraints: { accelerators: ['no such card'] } })).toEqual(['/constraints/accelerators/0']);
    expect(faultsOf({ services: [{ ...services[0], measuredOn: 'no such card' } as never] })).toEqual([
      '/services/0/measuredOn',
    ]);
  });
});
