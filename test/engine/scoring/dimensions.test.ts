import { describe, expect, it } from 'vitest';
import type { Candidate, ScoreContext } from '../../../src/engine/scoring/dimension.js';
import { DIMENSIONS, scoreCard, totalScore, weakestDimension } from '../../../src/engine/scoring/index.js';
import type { DimensionId, Weights } from '../../../src/engine/workload/scenario.js';
import { candidate, NO_NEEDS, scoreContext } from '../../support/candidate.js';
import { PROVENANCE } from '../../support/small-catalogue.js';

const scores = (c: Candidate, context: ScoreContext = scoreContext()) =>
  Object.fromEntries(DIMENSIONS.map((d) => [d.id, d.score(c, context)])) as Record<DimensionId, number>;

/** Dimensions whose score differs between two candidates, with the change. */
function moved(before: Candidate, after: Candidate, context?: ScoreContext): Partial<Record<DimensionId, number>> {
  const a = scores(before, context);
  const b = scores(after, context);
  return Object.fromEntries(
    DIMENSIONS.filter(({ id }) => Math.abs(a[id] - b[id]) > 1e-12).map(({ id }) => [
      id,
      Number((b[id] - a[id]).toFixed(9)),
    ]),
  );
}

const clustered = { needs: { ...NO_NEEDS, interServerGbps: 100 } };

describe('one fact, one dimension', () => {
  it('RDMA moves network and storage only: from 0.6 × half the 10 Gbps TCP link over 100 Gbps to full cover', () => {
    const before = candidate({ option: clustered });
    const after = candidate({ option: clustered, shape: { rdmaGbps: 100 } });
    expect(moved(before, after)).toEqual({ networkStorage: Number((0.4 * (1 - 0.6 * ((10 * 0.5) / 100))).toFixed(9)) });
  });

  it('half the vCPU below the need moves the instance type only, by 0.15 × the missing share', () => {
    const before = candidate({ shape: { vcpu: 8 } });
    const after = candidate({ shape: { vcpu: 4 } });
    expect(moved(before, after)).toEqual({ instanceType: -0.075 });
  });

  it('a software row moves the acceleration stack only, by 0.3 × one half', () => {
    const feature = {
      id: 'x-infer',
      provider: 'alpha',
      name: 'X Infer',
      kind: 'inference-engine' as const,
      appliesTo: { accelerators: [], families: [], categories: [] },
      facts: [],
      provenance: PROVENANCE,
    };
    expect(moved(candidate(), candidate({ candidate: { features: [feature] } }))).toEqual({ accelerationStack: 0.15 });
  });

  it('twice the cost moves cost optimisation only, by 0.8 of a quarter', () => {
    expect(moved(candidate(), candidate({ candidate: { unitCost: 20 } }))).toEqual({
      costOptimisation: Number((-0.8 / 4).toFixed(9)),
    });
  });

  it('less memory headroom moves the GPU spec only: 0 % instead of 15 % costs 0.45 × one half', () => {
    expect(
      moved(candidate({ option: { memoryHeadroomRatio: 0.15 } }), candidate({ option: { memoryHeadroomRatio: 0 } })),
    ).toEqual({ gpuSpec: -0.225 });
  });

  it('losing the subscription price moves billing only: a steady month of use wants a commitment or on-demand', () => {
    expect(moved(candidate(), candidate({ candidate: { pricedModes: ['on-demand'] } }))).toEqual({ billing: -0.25 });
  });
});

describe('a dimension', () => {
  it('can decide a ranking by itself, each of the six', () => {
    const better: Record<DimensionId, Candidate> = {
      gpuSpec: candidate({ option: { goalMarginRatio: 0.5 } }),
      instanceType: candidate({ shape: { vcpu: 64 } }),
      billing: candidate({ candidate: { pricedModes: ['on-demand', 'subscription'] } }),
      costOptimisation: candidate({ candidate: { unitCost: 10 } }),
      accelerationStack: candidate({ option: { software: { ...candidate().option.software, maturityRatio: 1 } } }),
      networkStorage: candidate({ option: clustered, shape: { rdmaGbps: 200 } }),
    };
    const worse: Record<DimensionId, Candidate> = {
      gpuSpec: candidate({ option: { goalMarginRatio: 0 } }),
      instanceType: candidate({ shape: { vcpu: 2 } }),
      billing: candidate({ candidate: { pricedModes: ['on-demand'] } }),
      costOptimisation: candidate({ candidate: { unitCost: 30 } }),
      accelerationStack: candidate({ option: { software: { ...candidate().option.software, maturityRatio: 0.1 } } }),
      networkStorage: candidate({ option: clustered }),
    };
    const even = Object.fromEntries(DIMENSIONS.map((d) => [d.id, 1 / 6])) as unknown as Weights;
    for (const { id } of DIMENSIONS) {
      expect(totalScore(better[id], even, scoreContext()), id).toBeGreaterThan(
        totalScore(worse[id], even, scoreContext()),
      );
    }
  });

  it('stays within 0…1 where facts are unknown', () => {
    const unknown = candidate({
      shape: {
        vcpu: null,
        hostMemoryGiB: null,
        networkGbps: null,
        rdmaGbps: null,
        interconnect: null,
        localNvmeGiB: null,
      },
      option: { ...clustered, memoryHeadroomRatio: null, goalMarginRatio: null },
      candidate: { unitCost: Number.NaN, pricedModes: [] },
    });
    for (const [id, score] of Object.entries(scores(unknown))) {
      expect(score, id).toBeGreaterThanOrEqual(0);
      expect(score, id).toBeLessThanOrEqual(1);
    }
  });

  it('prefers a family made for the job: first purpose 1, second 0.6, foreign 0.1, unstated 0.4, times 0.6', () => {
    const family = candidate().offer.family;
    const withPurpose = (madeFor: readonly ('inference' | 'training' | 'rendering' | 'hpc')[]) =>
      scores(candidate({ offer: { family: { ...family, madeFor: [...madeFor] } } })).instanceType;
    expect(withPurpose(['inference']) - withPurpose(['training', 'inference'])).toBeCloseTo(0.24, 12);
    expect(withPurpose(['inference']) - withPurpose(['rendering'])).toBeCloseTo(0.54, 12);
    expect(withPurpose(['inference']) - withPurpose([])).toBeCloseTo(0.36, 12);
  });

  it('shifts all cost scores alike when a cheaper plan turns up, so it cannot reorder the others', () => {
    const dear = candidate({ candidate: { unitCost: 40 } });
    const cheap = candidate({ candidate: { unitCost: 20 } });
    const gap = (cheapestUnitCost: number) => {
      const context = scoreContext({ cheapestUnitCost });
      return scores(cheap, context).costOptimisation - scores(dear, context).costOptimisation;
    };
    expect(gap(20)).toBeCloseTo(gap(10), 12);
  });
});

describe('where the cheapest plan costs nothing more', () => {
  const context = scoreContext({ cheapestUnitCost: 0 });
  const dimension = DIMENSIONS.find(({ id }) => id === 'costOptimisation');
  const said = (unitCost: number) => dimension?.because(candidate({ candidate: { unitCost } }), context)[0];

  it('it is the cheapest, and a plan that costs something is compared without a multiple', () => {
    expect(said(0)).toMatchObject({ code: 'cheapest-for-the-work' });
    expect(said(2)).toMatchObject({ code: 'cost-against-nothing', facts: {} });
    const free = scores(candidate({ candidate: { unitCost: 0 } }), context).costOptimisation;
    const paid = scores(candidate({ candidate: { unitCost: 2 } }), context).costOptimisation;
    expect(free - paid).toBeCloseTo(0.8, 12);
    expect(said(Number.NaN)).toMatchObject({ code: 'price-not-published' });
  });
});

describe('each dimension', () => {
  const alone = (id: string) =>
    Object.fromEntries(DIMENSIONS.map((d) => [d.id, d.id === id ? 1 : 0])) as unknown as Weights;
  const family = candidate().offer.family;
  const worse: Readonly<Record<string, Parameters<typeof candidate>[0]>> = {
    gpuSpec: { option: { memoryHeadroomRatio: 0 } },
    instanceType: { offer: { family: { ...family, madeFor: ['training'] } } },
    billing: { candidate: { pricedModes: ['subscription'] } },
    costOptimisation: { candidate: { unitCost: 15 } },
    accelerationStack: { option: { software: { ...candidate().option.software, maturityRatio: 0.4 } } },
    networkStorage: { option: { needs: { ...candidate().option.needs, storageMBps: 5000 } } },
  };

  it.each(DIMENSIONS.map(({ id }) => id))('can decide a ranking by itself: %s', (id) => {
    const better = totalScore(candidate(), alone(id), scoreContext());
    expect(totalScore(candidate(worse[id]), alone(id), scoreContext())).toBeLessThan(better);
    // And decides nothing where only another one differs.
    for (const other of Object.keys(worse).filter((key) => key !== id))
      expect(totalScore(candidate(worse[other]), alone(id), scoreContext())).toBe(better);
  });
});

describe('the score card', () => {
  it('sums: Σ weight × dimension is the score to 4 decimals', () => {
    const weights: Weights = {
      gpuSpec: 0.2,
      instanceType: 0.15,
      billing: 0.1,
      costOptimisation: 0.35,
      accelerationStack: 0.1,
      networkStorage: 0.1,
    };
    const c = candidate({ candidate: { unitCost: 13, idleRatio: 0.31 } });
    const card = scoreCard(c, weights, scoreContext());
    const sum = Object.values(card).reduce((total, { score, weight }) => total + score * weight, 0);
    expect(totalScore(c, weights, scoreContext())).toBe(Number(sum.toFixed(4)));
  });

  it('gives every dimension at least one reason', () => {
    const weights = Object.fromEntries(DIMENSIONS.map((d) => [d.id, 1 / 6])) as unknown as Weights;
    const card = scoreCard(candidate(), weights, scoreContext());
    for (const { id } of DIMENSIONS) expect(card[id].because.length, id).toBeGreaterThan(0);
    expect(DIMENSIONS.map((d) => d.id)).toContain(weakestDimension(card));
  });
});
