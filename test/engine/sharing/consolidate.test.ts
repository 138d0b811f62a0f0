import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCatalogue } from '../../../src/engine/catalogue/snapshot.js';
import { QuestionError } from '../../../src/engine/question-error.js';
import { consolidate } from '../../../src/engine/sharing/consolidate.js';
import type { ConsolidateRequest } from '../../../src/engine/sharing/schemas.js';
import { PROVENANCE, smallSnapshot } from '../../support/small-catalogue.js';

const CONTEXT = { today: '2026-06-01', priceBook: null };
const catalogue = openCatalogue({
  ...smallSnapshot(),
  softwareFeatures: [
    {
      id: 'alpha-qgpu',
      provider: 'alpha',
      name: 'qGPU',
      kind: 'sharing',
      appliesTo: { accelerators: ['t4', 'a10'], families: [], categories: [] },
      sharing: {
        technology: 'qgpu',
        memoryStepGiB: 1,
        computeStepRatio: 0.05,
        maxSlicesPerAccelerator: 16,
        isolatesMemory: true,
        isolatesCompute: true,
        isolatesFaults: false,
      },
      facts: [],
      provenance: PROVENANCE,
    },
  ],
});

type Service = ConsolidateRequest['services'][number];
const service = (id: string, memoryGiB: number, computeRatio: number, part: Partial<Service> = {}): Service => ({
  id,
  memoryGiB,
  computeRatio,
  latencyClass: 'normal',
  isolation: 'hard',
  ...part,
});
const ask = (services: Service[], part: Partial<ConsolidateRequest> = {}) =>
  consolidate(catalogue, { services, currency: 'CNY', ...part }, CONTEXT);

describe('consolidate', () => {
  it('rounds qGPU slices up to 1 GiB and 5 %, and finds the cheapest card', () => {
    const answer = ask([service('a', 3.2, 0.21), service('b', 4, 0.3), service('c', 2.5, 0.33)], {
      on: { accelerators: ['T4'], technologies: ['qgpu'] },
    });
    expect(answer).toMatchObject({ cards: 1, servers: 1, instanceType: 'small.1', technology: 'qgpu', gapRatio: 0 });
    expect(answer.placements[0]?.slices).toEqual([
      { serviceId: 'a', memoryGiB: 4, computeRatio: 0.25 },
      { serviceId: 'b', memoryGiB: 4, computeRatio: 0.3 },
      { serviceId: 'c', memoryGiB: 3, computeRatio: 0.35 },
    ]);
    // The T4 reports 14.6 GiB; 11 are set aside. One server of 2 CNY an hour for 730 hours.
    expect(answer.placements[0]?.freeMemoryGiB).toBeCloseTo(3.6, 9);
    expect(answer.placements[0]?.freeComputeRatio).toBeCloseTo(0.1, 9);
    expect(answer.monthly).toEqual({ amount: '1460.00', currency: 'CNY' });
    expect(answer.without).toMatchObject({ cards: 3 });
    // A tenth of the compute is free although more memory is: what nobody can use is not counted.
    expect(answer.freeMonthly).toEqual({ amount: '146.00', currency: 'CNY' });
  });

  it('lets day and night services share compute only where it is not fenced off', () => {
    const day = [...new Array(12).fill(1), ...new Array(12).fill(0.1)] as number[];
    const night = [...new Array(12).fill(0.1), ...new Array(12).fill(1)] as number[];
    const services = [
      service('day', 5, 0.7, { hourlyLoad: day, isolation: 'soft', latencyClass: 'batch' }),
      service('night', 5, 0.7, { hourlyLoad: night, isolation: 'soft', latencyClass: 'batch' }),
    ];
    expect(ask(services, { on: { accelerators: ['T4'], technologies: ['time-slicing'] } }).cards).toBe(1);
    expect(ask(services, { on: { accelerators: ['T4'], technologies: ['qgpu'] } }).cards).toBe(2);
  });

  it('refuses time slicing to a service that asks for hard isolation, and says so', () => {
    const answer = ask([service('a', 2, 0.1), service('b', 2, 0.1)], { on: { technologies: ['time-slicing', 'mps'] } });
    expect(answer.placements).toEqual([]);
    expect(new Set(answer.rejected.map((r) => r.reason.code))).toEqual(new Set(['sharing-not-isolated']));
    expect(answer.findings[0]?.code).toBe('consolidation-impossible');
  });

  it('keeps the reserve of strict services free in every hour of a common pool', () => {
    const pair = (latencyClass: Service['latencyClass']) =>
      ask(
        [
          service('a', 2, 0.4, { isolation: 'soft', latencyClass }),
          service('b', 2, 0.4, { isolation: 'soft', latencyClass }),
        ],
        {
          on: { accelerators: ['T4'], technologies: ['time-slicing'] },
        },
      ).cards;
    // 0.9 of a card is left by switching; strict keeps 30 % of it free: 0.63 < 0.8 ≤ 0.81 (normal).
    expect(pair('strict')).toBe(2);
    expect(pair('normal')).toBe(1);
  });

  it('scales compute from the card on which it was measured', () => {
    // 0.5 of a T4 (65 TFLOPS) is 0.26 of an A10 (125): three fit (0.3 each in steps of 5 %).
    const services = ['a', 'b', 'c'].map((id) => service(id, 5, 0.5, { measuredOn: 'T4' }));
    expect(ask(services, { on: { accelerators: ['A10'], technologies: ['qgpu'] } }).cards).toBe(1);
    expect(
      ask(
        services.map(({ measuredOn: _, ...rest }) => rest),
        { on: { accelerators: ['A10'], technologies: ['qgpu'] } },
      ).cards,
    ).toBe(2);
  });

  it('sells a fraction to one service at a time', () => {
    const answer = ask([service('a', 3, 0.2), service('b', 3, 0.2)], { on: { technologies: ['fraction'] } });
    expect(answer).toMatchObject({ instanceType: 'slice.q', servers: 2, cards: 1, technology: 'fraction' });
    expect(answer.monthly?.amount).toBe('1022.00');
  });

  it('costs the same in any order of the services', () => {
    const sizes = fc.array(
      fc.record({ memory: fc.integer({ min: 1, max: 14 }), compute: fc.integer({ min: 1, max: 20 }) }),
      { minLength: 2, maxLength: 8 },
    );
    fc.assert(
      fc.property(sizes, (list) => {
        const services = list.map(({ memory, compute }, i) => service(`s${i}`, memory, compute / 20));
        const there = ask(services);
        const back = ask([...services].reverse());
        expect([back.cards, back.monthly, back.instanceType, back.gapRatio]).toEqual([
          there.cards,
          there.monthly,
          there.instanceType,
          there.gapRatio,
        ]);
        const placed = there.placements.flatMap((p) => p.slices.map((s) => s.serviceId)).sort();
        expect(placed).toEqual(services.map((s) => s.id).sort());
        expect(Number(there.monthly?.amount)).toBeLessThanOrEqual(Number(there.without?.monthly?.amount));
      }),
      { numRuns: 100, seed: 9 },
    );
  });

  it('names all faults of a question at once', () => {
    const bad = [
      service('a', 1, 0.1, { measuredOn: 'T9000' }),
      service('a', 1, 0.1, { hourlyLoad: new Array(30).fill(1) as number[] }),
    ];
    expect(() => ask(bad)).toThrow(QuestionError);
    try {
      ask(bad);
    } catch (error) {
      expect((error as QuestionError).faults.map((f) => [f.pointer, f.code])).toEqual([
        ['/services/0/measuredOn', 'unknown-accelerator'],
        ['/services/1/id', 'contradiction'],
        ['/services/1/hourlyLoad', 'out-of-range'],
      ]);
    }
  });
});

describe('what a consolidation is told beside its services', () => {
  const two = [service('a', 3, 0.2), service('b', 4, 0.3)];
  const onT4 = { on: { accelerators: ['T4'], technologies: ['qgpu' as const] } };
  const codes = (part: Partial<ConsolidateRequest>) => ask(two, { ...onT4, ...part }).findings.map(({ code }) => code);

  it('is enforced: a quota, a budget, a number of servers; and the reason is told', () => {
    const base = ask(two, onT4);
    expect(base.cards).toBe(1);
    const { region } = base;
    if (region === null) throw new Error('a region is expected');
    const regions = [...new Set(catalogue.offers.map((offer) => offer.region.id))];
    const quota = regions.map((id) => ({ region: id, accelerator: 'T4', max: 0 }));
    for (const [constraints, code] of [
      [{ quota }, 'quota-exceeded'],
      [{ maxMonthlyCost: { amount: '1', currency: 'CNY' } }, 'over-budget'],
    ] as const) {
      const none = ask(two, { ...onT4, constraints: constraints as NonNullable<ConsolidateRequest['constraints']> });
      expect([none.cards, none.cost]).toEqual([0, null]);
      expect(none.findings[0]?.code).toBe('consolidation-impossible');
      expect(none.rejected.map(({ reason }) => reason.code)).toEqual([code]);
    }
    expect(codes({ constraints: { requireRdma: true } })).toContain('no-offer-within-constraints');
  });

  it('has a bill whose lines make the sum, with the disks that were stated', () => {
    const { monthly, cost } = ask(two, { ...onT4, storage: { publicAddresses: 0, systemDiskGiB: 0 } });
    expect(cost?.monthly).toEqual(monthly);
    expect(cost?.lines[0]?.priceSheet?.id).toBeDefined();
    expect(cost?.lines.flatMap(({ findings }) => findings.map(({ code }) => code))).toContain('stated-zero');
    expect(codes({})).toContain('system-disk-not-stated');
  });

  it.each([
    [{ interruptible: true }, 'spot-not-asked'],
    [{ growthRatioPerMonth: 0.1 }, 'field-without-effect'],
    [{ loadShape: { shape: 'office-hours' as const } }, 'field-without-effect'],
    [{ timeZone: 'Asia/Shanghai' }, 'load-time-zone'],
    [{ maxSpotRatio: 0.5 }, 'spot-field-unused'],
  ])('%j is not silently without effect', (usage, code) => {
    expect(codes({ usage })).toContain(code);
  });

  it('is an assumption where it is not stated', () => {
    const fields = ask(two, onT4).findings.flatMap(({ code, facts }) =>
      code === 'assumed-default' ? [facts.field] : [],
    );
    expect(fields).toEqual(expect.arrayContaining(['pricedOn', 'usage.termMonths', 'constraints.billingModes']));
  });

  it('is refused where it makes no sense', () => {
    expect(() => ask(two, { usage: { timeZone: 'Nowhere/Land' } })).toThrow(QuestionError);
    expect(() => ask(two, { storage: { fileStorageType: 'none' } })).toThrow(QuestionError);
  });
});
