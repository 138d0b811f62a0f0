/** What a question says reaches the part that it is about, and what contradicts itself is refused. */
import { describe, expect, it } from 'vitest';
import { openCatalogue } from '../../src/engine/catalogue/snapshot.js';
import type { RecommendRequest } from '../../src/engine/question.js';
import { QuestionError } from '../../src/engine/question-error.js';
import { recommend } from '../../src/engine/recommend.js';
import { family, rate, smallSnapshot } from '../support/small-catalogue.js';

const CONTEXT = { today: '2026-06-01', priceBook: null };
const small = smallSnapshot();
const [alpha, beta] = small.priceSheets;
if (alpha === undefined || beta === undefined) throw new Error('two sheets are expected');
const catalogue = openCatalogue({
  ...small,
  regions: small.regions.map((region) =>
    region.id === 'a-south' ? { ...region, zones: ['a-south-1', 'a-south-2'] } : region,
  ),
  families: [...small.families, family({ provider: 'alpha', id: 'npu', aliases: ['Own NPU'], accelerators: ['t4'] })],
  availability: small.availability.flatMap((row) =>
    row.instanceType === 'mid.1' ? [row, { ...row, zone: 'a-south-2' }] : [row],
  ),
  priceSheets: [
    {
      ...alpha,
      rows: [
        ...alpha.rows.filter(({ sku }) => sku !== 'mid.1'),
        rate({ provider: 'alpha', region: 'a-south', zone: 'a-south-1', sku: 'mid.1', price: '9' }),
        rate({ provider: 'alpha', region: 'a-south', zone: 'a-south-2', sku: 'mid.1', price: '5' }),
        rate({ provider: 'alpha', region: 'a-south', sku: 'mid.1', price: '1', billingMode: 'spot' }),
      ],
    },
    beta,
  ],
});

const ask = (part: Partial<RecommendRequest>) =>
  recommend(
    catalogue,
    {
      workload: {
        scenario: 'llm-inference',
        model: 'llama-3.1-8b',
        maxContextTokens: 4096,
        inputTokens: 1000,
        outputTokens: 200,
        concurrency: 4,
      },
      currency: 'CNY',
      distinct: false,
      limit: 50,
      ...part,
    } as RecommendRequest,
    CONTEXT,
  );
const planOf = (part: Partial<RecommendRequest>, id: string) =>
  ask(part).plans.find(({ placement }) => placement.instanceType === id);

function faultsOf(constraints: RecommendRequest['constraints']) {
  try {
    ask({ constraints: constraints ?? {} });
  } catch (error) {
    if (error instanceof QuestionError) return error.faults.map(({ code, pointer }) => `${pointer} ${code}`);
    throw error;
  }
  return [];
}

describe('what is not stated', () => {
  const assumed = (part: Partial<RecommendRequest>) =>
    ask(part).findings.flatMap(({ code, facts }) => (code === 'assumed-default' ? [facts.field] : []));
  const DEFAULTS = [
    'pricedOn',
    'usage.termMonths',
    'constraints.billingModes',
    'constraints.saleStatuses',
    'constraints.maxServers',
    'latency.percentile',
    'spareReplicas',
  ];

  it('is an assumption, named with its value', () => {
    expect(assumed({})).toEqual(expect.arrayContaining(DEFAULTS));
    const modes = ask({}).findings.find(({ facts }) => facts.field === 'constraints.billingModes');
    expect(modes?.facts.value).toBe('on-demand, subscription, reserved, savings-plan');
    expect(ask({}).findings.map(({ code }) => code)).toContain('month-is-730-hours');
  });

  it('is none once it is stated', () => {
    const stated = ask({
      pricedOn: '2026-06-01',
      usage: { termMonths: 1, hoursPerMonth: 730 },
      constraints: { billingModes: ['on-demand'], saleStatuses: ['general'], maxServers: 64 },
      workload: {
        scenario: 'llm-inference',
        model: 'llama-3.1-8b',
        concurrency: 4,
        latency: { percentile: 50 },
        spareReplicas: 0,
      },
    });
    for (const { code, facts } of stated.findings) {
      expect(code).not.toBe('month-is-730-hours');
      if (code === 'assumed-default') expect(DEFAULTS).not.toContain(facts.field);
    }
  });
});

describe('a currency that is not stated', () => {
  const mixed = openCatalogue({
    ...small,
    providers: small.providers.map((one) => (one.id === 'beta' ? { ...one, currencies: ['USD'] } : one)),
  });
  const choices = (constraints: object) => {
    const workload = { scenario: 'llm-inference', model: 'llama-3.1-8b', concurrency: 4 };
    try {
      recommend(mixed, { workload, constraints } as unknown as RecommendRequest, CONTEXT);
    } catch (error) {
      if (!(error instanceof QuestionError)) throw error;
      return error.faults.find(({ code }) => code === 'currency-required')?.allowed ?? null;
    }
    return null;
  };

  it('is asked for with the choices, also beside a name that is not known', () => {
    expect(choices({})).toEqual(['CNY', 'USD']);
    expect(choices({ regions: ['nowhere'] })).toEqual(['CNY', 'USD']);
    expect(choices({ providers: ['nobody'] })).toEqual(['CNY', 'USD']);
    expect(choices({ providers: ['alpha'] })).toBeNull();
  });
});

describe('what the first plan hangs on', () => {
  it('is said of prices: how far they may move before another type wins', () => {
    const { sensitivity, findings, plans } = ask({ distinct: true });
    const said = findings.find(({ code }) => code.startsWith('first-plan-'));
    expect(said?.facts.winner).toContain(plans[0]?.placement.instanceType ?? 'none');
    if (sensitivity?.winnerPriceRatio == null) expect(said?.code).toBe('first-plan-whatever-the-price');
    else expect(said?.facts.risePercent).toBe(Math.floor((sensitivity.winnerPriceRatio - 1) * 100 + 1e-9));
  });
});

describe('a type that somebody expected to see', () => {
  it('is told in which dimension it loses most, by the score cards of both', () => {
    const { plans, whyNot } = ask({ whyNot: ['small.1', 'mid.1', 'big.8'] });
    const [winner] = plans;
    let isAnyLower = false;
    for (const { rank, reasons } of whyNot) {
      if (rank === null || rank === 1) continue;
      isAnyLower = true;
      const loss = reasons.find(({ code }) => code === 'why-not-dimension');
      const plan = plans[rank - 1];
      const lost = Object.entries(plan?.dimensions ?? {}).map(([id, { score, weight }]) => {
        const best = winner?.dimensions[id as keyof typeof winner.dimensions];
        return { id, amount: ((best?.score ?? 0) - score) * weight };
      });
      const most = Math.max(...lost.map(({ amount }) => amount));
      expect(lost.find(({ id }) => id === loss?.facts.dimension)?.amount).toBeCloseTo(most, 9);
    }
    expect(isAnyLower).toBe(true);
  });
});

describe('when nothing fits', () => {
  it('the smallest changes are told in sentences, too', () => {
    const { plans, relaxations, findings } = ask({
      constraints: { maxMonthlyCost: { amount: '1', currency: 'CNY' }, allowUnpriced: false },
    });
    expect(plans).toEqual([]);
    const told = findings.filter(({ code }) => code === 'change-opens-plan');
    expect(told.map(({ facts }) => [facts.pointer, facts.monthly])).toEqual(
      relaxations.slice(0, 3).map(({ change, monthly }) => [change.pointer, monthly?.amount ?? null]),
    );
    expect(told.length).toBeGreaterThan(0);
  });
});

describe('a family of which no type is published', () => {
  it('has a reason under whyNot, by name or alias', () => {
    const { whyNot } = ask({ whyNot: ['NPU', 'own npu'] });
    expect(whyNot.map(({ firstObstacle }) => firstObstacle?.code)).toEqual([
      'family-size-not-published',
      'family-size-not-published',
    ]);
  });

  it('is an option to test when it is asked for, and not when it is excluded', () => {
    const asked = ask({ constraints: { instanceTypes: ['npu'] } });
    expect([asked.plans, asked.untested.map(({ instanceType }) => instanceType)]).toEqual([[], ['npu']]);
    expect(ask({}).untested).toHaveLength(1);
    expect(ask({ constraints: { excludeInstanceTypes: ['npu'] } }).untested).toEqual([]);
  });
});

describe('what is stated', () => {
  it('about zones counts for the price too', () => {
    const cost = (zone: string) => planOf({ constraints: { zones: [zone] } }, 'mid.1')?.cost.lines[0]?.unitPrice;
    expect([cost('a-south-1'), cost('a-south-2')]).toEqual(['9', '5']);
  });

  it('about interruption lets spot in for a service, and nothing else does', () => {
    const constraints = { billingModes: ['on-demand', 'spot'] as const, zones: [] };
    const modes = (interruptible: boolean) =>
      planOf(
        { constraints: { ...constraints, billingModes: ['on-demand', 'spot'] }, usage: { interruptible } },
        'mid.1',
      )?.cost.billingMix.map(({ billingMode }) => billingMode);
    expect(modes(true)).toEqual(['spot']);
    expect(modes(false)).toEqual(['on-demand']);
  });

  it('about the load by the name of its shape suits billing as the same hours do', () => {
    // Half the peak on average over 730 h: below the steady use that a commitment is for, however it is told.
    const suitable = (usage: RecommendRequest['usage']) =>
      ask({ usage: { termMonths: 12, ...usage } }).plans[0]?.dimensions.billing.because.find(
        ({ code }) => code === 'billing-modes',
      )?.facts.suitable;
    const hourlyLoad = [...new Array(12).fill(1), ...new Array(12).fill(0)];
    expect(suitable({ hourlyLoad })).toEqual(['on-demand']);
    expect(suitable({ loadShape: { shape: 'office-hours' } })).toEqual(['on-demand']);
    expect(suitable({ hoursPerMonth: 365 })).toEqual(['on-demand']);
    expect(suitable({})).toEqual(['subscription / reserved / savings-plan']);
  });
});

describe('servers that are paid for already', () => {
  it('are not said to be used once their time is over', () => {
    const codes = (until: string) =>
      ask({ existing: [{ instanceType: 'mid.1', region: 'a-south', count: 1, until }] })
        .findings.map(({ code }) => code)
        .filter((code) => code.startsWith('existing'));
    expect(codes('2026-05-31')).toEqual(['existing-ended']);
    expect(codes('2026-12-31')).toEqual(['existing-considered']);
  });
});

describe('a contradiction', () => {
  it.each<[string, RecommendRequest['constraints'], string]>([
    ['a type and its family excluded', { instanceTypes: ['mid.1'], excludeInstanceTypes: ['mid'] }, 'instanceTypes'],
    ['a type of a provider not allowed', { providers: ['beta'], instanceTypes: ['small.1'] }, 'instanceTypes'],
    ['a type without the accelerator', { accelerators: ['t4'], instanceTypes: ['mid'] }, 'instanceTypes'],
    ['a zone of another region', { regions: ['b-north'], zones: ['a-south-1'] }, 'zones'],
  ])('is refused: %s', (_what, constraints, field) => {
    expect(faultsOf(constraints)).toEqual([`/constraints/${field} contradiction`]);
  });

  it('is none where something is left', () => {
    expect(faultsOf({ instanceTypes: ['small', 'mid.1'], excludeInstanceTypes: ['mid'] })).toEqual([]);
    expect(faultsOf({ accelerators: ['a10'], instanceTypes: ['small', 'mid'], providers: ['beta'] })).toEqual([]);
    expect(faultsOf({ regions: ['a-south'], zones: ['a-south-2'] })).toEqual([]);
  });
});

describe('a fault', () => {
  it('is told once', () => {
    expect(() => ask({ pricedOn: '2026-02-30' })).toThrow(expect.objectContaining({ faults: [expect.anything()] }));
  });
});
