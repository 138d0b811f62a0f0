/** The guides' questions have the answers that an expert would give, and keep them until somebody rewrites them on purpose. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { RecommendReply } from '../../src/engine/answer.js';
import { type Finding, localise } from '../../src/engine/finding.js';
import { seedCatalogue } from '../support/seed-catalogue.js';
import { answersOf, goldenText, QUESTIONS, type QuestionId } from './questions.js';

const catalogue = seedCatalogue();
const answers = {
  instances: answersOf(catalogue, QUESTIONS['training-or-inference-instances']),
  sharing: answersOf(catalogue, QUESTIONS['how-many-cards-does-sharing-save']),
  billing: answersOf(catalogue, QUESTIONS['on-demand-or-subscription']),
  network: answersOf(catalogue, QUESTIONS['why-rdma-and-tccl']),
  rendering: answersOf(catalogue, QUESTIONS['which-instance-for-rendering']),
  peak: answersOf(catalogue, QUESTIONS['buy-for-the-peak-or-the-mean']),
  hour: answersOf(catalogue, QUESTIONS['cheapest-hour-or-cheapest-job']),
  others: answersOf(catalogue, QUESTIONS['pictures-pages-streams-simulations']),
  oneCard: answersOf(catalogue, QUESTIONS['validate-on-one-card-first']),
};

type Plan = RecommendReply['plans'][number];

function first({ plans }: RecommendReply): Plan {
  const [plan] = plans;
  if (plan === undefined) throw new Error('no plan');
  return plan;
}
const madeFor = (plan: Plan) =>
  catalogue.familiesByKey.get(`${plan.placement.provider}/${plan.placement.family}`)?.madeFor ?? [];
const named = (findings: readonly Finding[], code: string) => findings.find((finding) => finding.code === code);
const money = (amount: { readonly amount: string } | null | undefined) => Number(amount?.amount ?? Number.NaN);

describe('the answer to', () => {
  it('"training or inference instances?": another family for each, because of what it is made for', () => {
    const { training, tuning, inference } = answers.instances;
    expect(madeFor(first(training))[0]).toBe('training');
    expect(madeFor(first(tuning))[0]).toBe('training');
    expect(madeFor(first(inference))[0]).toBe('inference');
    for (const [reply, purpose] of [
      [training, 'training'],
      [inference, 'inference'],
    ] as const) {
      const reason = named(first(reply).dimensions.instanceType.because, 'family-made-for');
      expect(reason?.facts).toMatchObject({ category: purpose, family: first(reply).placement.family });
    }
  });

  it('"how many cards does sharing save?": light services many, busy ones none, and measure before you merge', () => {
    const { light, saturated } = answers.sharing;
    expect(light.cards).toBeLessThan(light.without?.cards ?? 0);
    expect(money(light.monthly)).toBeLessThan(money(light.without?.monthly));
    expect(saturated.cards).toBe(saturated.without?.cards);
    expect(named(light.findings, 'sharing-saves')).toBeDefined();
    expect(named(saturated.findings, 'sharing-saves-nothing')).toBeDefined();
    for (const reply of [light, saturated]) expect(named(reply.findings, 'measure-before-merging')).toBeDefined();
    // Each slice keeps to the steps of qGPU, and no card holds more than it has.
    for (const { slices, freeMemoryGiB, freeComputeRatio } of light.placements) {
      expect(Math.min(freeMemoryGiB, freeComputeRatio)).toBeGreaterThanOrEqual(0);
      for (const slice of slices) expect(Number.isInteger(slice.memoryGiB)).toBe(true);
    }
  });

  it('"on demand or subscription?": steady → subscription, temporary → on demand, base and peak → both', () => {
    const { steady, temporary, combined } = answers.billing;
    expect(steady.billingMix.map(({ billingMode }) => billingMode)).toEqual(['subscription']);
    expect(temporary.billingMix.map(({ billingMode }) => billingMode)).toEqual(['on-demand']);
    expect(money(temporary.monthly)).toBeLessThan(money(temporary.comparedWith?.allSubscription));
    expect(money(steady.monthly)).toBeLessThan(money(steady.comparedWith?.allOnDemand));
    // Between the two lies the break-even, which is told.
    for (const reply of [steady, temporary]) {
      expect(reply.breakEvenHoursPerMonth ?? 0).toBeGreaterThan(100);
      expect(reply.breakEvenHoursPerMonth ?? 0).toBeLessThan(730);
    }
    const { cost } = first(combined);
    expect(new Set(cost.billingMix.map(({ billingMode }) => billingMode))).toEqual(
      new Set(['subscription', 'on-demand']),
    );
    for (const only of [cost.comparedWith.allOnDemand, cost.comparedWith.allSubscription])
      expect(money(cost.monthly)).toBeLessThan(money(only));
  });

  it('"why RDMA and TCCL?": the link between servers decides the scaling efficiency; TCCL wins back a part on TCP', () => {
    const { tcp, tcpTccl, rdma, required } = answers.network;
    const efficiency = (reply: typeof tcp) => reply.performance.scalingEfficiencyRatio?.expected ?? 0;
    const hours = (reply: typeof tcp) => reply.performance.durationHours?.expected ?? 0;
    expect(efficiency(tcp)).toBeLessThan(efficiency(tcpTccl));
    expect(efficiency(tcpTccl)).toBeLessThan(efficiency(rdma));
    expect(hours(rdma)).toBeLessThan(hours(tcpTccl));
    expect(hours(tcpTccl)).toBeLessThan(hours(tcp));
    expect(named(tcpTccl.findings, 'tccl-vendor-claim')).toBeDefined();
    expect(first(required).placement.servers).toBeGreaterThan(1);
    expect(named(first(required).findings, 'training-rdma-break-even')).toBeDefined();
    for (const plan of required.plans) {
      const type = catalogue.typesByKey.get(`${plan.placement.provider}/${plan.placement.instanceType}`);
      const family = catalogue.familiesByKey.get(`${plan.placement.provider}/${plan.placement.family}`);
      expect(type?.rdmaGbps ?? family?.rdmaGbps ?? 0).toBeGreaterThan(0);
    }
  });

  it('"which instance for rendering?": one for rendering, with licence and driver where it can be bought; by the hour', () => {
    const { batch, occasional, workstations } = answers.rendering;
    for (const reply of [batch, occasional, workstations]) {
      expect(madeFor(first(reply))).toContain('rendering');
      // The families with licence and driver have no public price: named, and put first by score, not by a made-up price.
      const better = named(first(reply).findings, 'unpriced-plan-scores-higher');
      const family = catalogue.familiesByKey.get(`tencent/${better?.facts.family}`);
      expect(family).toMatchObject({ includesGraphicsLicence: true, includesGraphicsDriver: true });
      expect(family?.madeFor[0]).toBe('rendering');
    }
    // An occasional picture is rented by the hour.
    expect(first(occasional).cost.billingMix.map(({ billingMode }) => billingMode)).toEqual(['on-demand']);
  });

  it('"buy for the peak or for the mean?": neither; the plan is cheaper than the peak and misses less than the mean', () => {
    const policies = new Map(answers.peak.plan.policies.map((policy) => [policy.name, policy]));
    const [peak, mean, planned] = [policies.get('peak'), policies.get('mean'), policies.get('planned')];
    expect(money(planned?.totalCost)).toBeLessThan(money(peak?.totalCost));
    expect(planned?.worstMissProbability ?? 1).toBeLessThanOrEqual(0.05);
    expect(mean?.worstMissProbability ?? 0).toBeGreaterThan(0.5);
    expect(peak?.meanIdleRatio ?? 0).toBeGreaterThan(planned?.meanIdleRatio ?? 1);
    expect(answers.peak.plan.months.some(({ committed, onDemand }) => committed > 0 && onDemand > 0)).toBe(true);
  });

  it('"cheapest hour or cheapest job?": the server that is cheapest by the hour does the job for more', () => {
    const { job } = answers.hour;
    const told = named(first(job).findings, 'cheap-hour-dear-work');
    expect(Number(told?.facts.serverHourly)).toBeLessThan(Number(told?.facts.ownServerHourly));
    expect(Number(told?.facts.unitCostRatio)).toBeGreaterThan(1);
    expect(first(job).cost.perUnitOfWork?.unit).toBe('training-run');
  });

  it('"pictures?": enough cards for the day and fewer at night, none that is too slow, the cost of a thousand', () => {
    const { pictures } = answers.others;
    const plan = first(pictures);
    expect(plan.performance.imagesPerSecond?.expected).toBeGreaterThanOrEqual(1);
    expect(plan.performance.latencyMs?.expected).toBeLessThanOrEqual(10_000);
    expect(plan.cost.perUnitOfWork?.unit).toBe('thousand-images');
    const hours = plan.cost.billingMix.reduce((sum, part) => sum + part.hours, 0);
    expect(hours).toBeLessThan(plan.placement.servers * 730);
    expect(pictures.rejected.byReason.map(({ code }) => code)).toContain('latency-goal-missed');
    expect(named(plan.findings, 'sharing-does-not-fit')).toBeDefined();
  });

  it('"pages?": cards with their CPU side, and the NPU to be tested rather than guessed at', () => {
    const { pages } = answers.others;
    expect(first(pages).performance.pagesPerSecond?.expected).toBeGreaterThanOrEqual(50);
    expect(named(first(pages).dimensions.instanceType.because, 'vcpu-per-accelerator')).toBeDefined();
    const npu = pages.untested.find(({ instanceType }) => instanceType === 'PTX1');
    expect(npu?.findings.map(({ code }) => code)).toEqual(['family-size-not-published']);
    expect(JSON.stringify(npu)).not.toMatch(/PerSecond|latencyMs/);
  });

  it('"my T4 does 37 images a second, and an A10?": an interval, from that very measurement', () => {
    const { performance, findings } = answers.others.ownNetwork;
    const rate = performance.imagesPerSecond;
    expect(rate?.evidence).toBe('transferred');
    expect(rate?.low).toBeGreaterThan(37);
    expect((rate?.high ?? 0) / (rate?.low ?? 1)).toBeGreaterThan(1.3);
    expect(named(findings, 'speed-from-reference')?.facts).toMatchObject({ reference: 'caller' });
  });

  it('"two hundred cameras?": cards by their encoders, none without', () => {
    const { cameras } = answers.others;
    expect(first(cameras).performance.streams?.expected).toBeGreaterThanOrEqual(200);
    expect(cameras.rejected.byReason.map(({ code }) => code)).toContain('no-video-encoder');
  });

  it('"eight runs of a protein in three days?": a card a run, from a published run', () => {
    const { dynamics } = answers.others;
    expect(first(dynamics).performance.durationHours?.expected).toBeLessThanOrEqual(72);
    expect(named(first(dynamics).findings, 'run-time-from-reference')).toBeDefined();
  });

  it('"what first?": one card, real load, numbers to decide by; then share or scale', () => {
    for (const reply of Object.values(answers.oneCard)) {
      expect(reply.roadmap[0]?.title.code).toMatch(/^roadmap-one-card/);
      expect(reply.roadmap.length).toBeGreaterThan(1);
      expect(reply.loadTest.commands.length).toBeGreaterThan(0);
      expect(reply.loadTest.measure.length).toBeGreaterThan(1);
      expect(reply.loadTest.decide.length).toBeGreaterThan(0);
    }
  });
});

describe('golden answers', () => {
  it.each(Object.keys(QUESTIONS) as QuestionId[])('are as they were: %s (npm run golden:write rewrites them)', (id) => {
    const question = QUESTIONS[id];
    const file = fileURLToPath(new URL(`./${id}.json`, import.meta.url));
    expect(goldenText(question, answersOf(catalogue, question))).toBe(readFileSync(file, 'utf8'));
  });

  it('are told in Chinese as well: every finding', () => {
    const texts: string[] = [];
    collect(localise(answers, 'zh'));
    expect(texts.length).toBeGreaterThan(200);
    expect(texts.filter((text) => !/[\u4e00-\u9fff]/.test(text))).toEqual([]);
    expect(texts.filter((text) => /\{[A-Za-z0-9]+\}/.test(text))).toEqual([]);

    function collect(value: unknown): void {
      if (Array.isArray(value)) value.forEach(collect);
      else if (value !== null && typeof value === 'object') {
        const fields = value as Record<string, unknown>;
        if (typeof fields.code === 'string' && typeof fields.message === 'string') texts.push(fields.message);
        else Object.values(fields).forEach(collect);
      }
    }
  });
});
