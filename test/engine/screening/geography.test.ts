import { describe, expect, it } from 'vitest';
import { openCatalogue } from '../../../src/engine/catalogue/snapshot.js';
import type { RecommendRequest } from '../../../src/engine/question.js';
import { recommend } from '../../../src/engine/recommend.js';
import { instanceType, PROVENANCE, priceSheet, rate, region, smallSnapshot } from '../../support/small-catalogue.js';

/** alpha sells in a mainland region and in Germany; two types without a published region, one with a mainland price. */
function catalogue() {
  const base = smallSnapshot();
  const unpublished = (id: string) =>
    instanceType({ provider: 'alpha', id, family: 'small', accelerator: 't4', acceleratorMemoryGiB: 16 });
  return openCatalogue({
    ...base,
    regions: [...base.regions, region({ provider: 'alpha', id: 'a-de', geography: 'de', continent: 'emea' })],
    priceAreas: [
      {
        provider: 'alpha',
        id: 'mainland',
        label: 'mainland',
        regions: ['a-south'],
        bound: 'exact',
        provenance: PROVENANCE,
      },
      {
        provider: 'alpha',
        id: 'everywhere',
        label: 'everywhere',
        regions: ['a-south', 'a-de'],
        bound: 'exact',
        provenance: PROVENANCE,
      },
    ],
    instanceTypes: [
      ...base.instanceTypes,
      unpublished('of-mainland'),
      unpublished('of-anywhere'),
      unpublished('unpriced'),
    ],
    priceSheets: [
      ...base.priceSheets,
      priceSheet({
        provider: 'alpha',
        id: 'areas',
        rows: [
          rate({ provider: 'alpha', sku: 'of-mainland', area: 'mainland', price: '1' }),
          rate({ provider: 'alpha', sku: 'of-anywhere', area: 'everywhere', price: '1' }),
        ],
      }),
    ],
  });
}

/** Types offered without a published region where these geographies are asked for, and why the others are not. */
function ask(geographies: string[] | undefined) {
  const reply = recommend(
    catalogue(),
    {
      workload: {
        scenario: 'llm-inference',
        model: 'llama-3.1-8b',
        weightPrecision: 'int4',
        inputTokens: 500,
        outputTokens: 100,
        concurrency: 1,
      },
      constraints: { ...(geographies === undefined ? {} : { geographies }), allowUnpriced: true },
      distinct: false,
      limit: 50,
      whyNot: ['of-mainland', 'of-anywhere', 'unpriced'],
      currency: 'CNY',
    } as unknown as RecommendRequest,
    { today: '2026-06-01', priceBook: null },
  );
  const plans = reply.plans.filter(({ placement }) => placement.region === 'unpublished');
  return {
    types: plans.map(({ placement }) => placement.instanceType).sort(),
    areFlagged: plans.every(({ findings }) => findings.some(({ code }) => code === 'region-not-published')),
    refused: reply.whyNot?.filter((of) => JSON.stringify(of).includes('geography-not-allowed')).length ?? 0,
  };
}

describe('a server whose region nobody publishes', () => {
  it('is offered where nothing is asked of the place, and is said to be so', () => {
    expect(ask(undefined)).toEqual({ types: ['of-anywhere', 'of-mainland', 'unpriced'], areFlagged: true, refused: 0 });
  });

  it('is in a country only if its price is of that country alone', () => {
    expect(ask(['cn'])).toEqual({ types: ['of-mainland'], areFlagged: true, refused: 2 });
  });

  it('is in no other country, though its provider is', () => {
    expect(ask(['de'])).toEqual({ types: [], areFlagged: true, refused: 3 });
  });

  it('is where all regions of its price lie', () => {
    expect(ask(['cn', 'de']).types).toEqual(['of-anywhere', 'of-mainland']);
  });
});
