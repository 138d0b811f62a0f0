/** What the planning answers look like as tables. */
import type {
  CapacityPlanReply,
  ConsolidateReply,
  CostEstimateReply,
  EvaluateReply,
  RecommendReply,
} from '../../client/index.js';
import { notes, type Section, table, title } from '../render.js';

type Money = { readonly amount: string; readonly currency: string } | null;

export const money = (value: Money): string => (value === null ? 'not priced' : `${value.amount} ${value.currency}`);

function figure(value: number): string {
  return Math.abs(value) >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(4)));
}

function messages(findings: readonly { readonly message: string }[]): readonly string[] {
  return findings.map(({ message }) => message);
}

type Said = { readonly code: string; readonly message: string; readonly facts: Readonly<Record<string, unknown>> };

/** Defaults that were taken, on one line; then the rest. */
function assumptionsFirst(findings: readonly Said[]): readonly string[] {
  const assumed = findings.filter(({ code }) => code === 'assumed-default');
  const list = assumed.map(({ facts }) => `${facts.field} ${facts.value}`).join('; ');
  return [
    ...(assumed.length === 0 ? [] : [`Assumed, as it was not stated: ${list}.`]),
    ...messages(findings.filter(({ code }) => code !== 'assumed-default')),
  ];
}

export function recommendView(reply: RecommendReply): readonly Section[] {
  const [best] = reply.plans;
  return [
    title(
      `${reply.plans.length} of ${reply.counts.feasible} plans that fit; ${reply.rejected.count} candidates rejected; priced on ${reply.pricedOn}`,
    ),
    table(
      ['#', 'provider', 'region', 'servers', 'accelerators', 'layout', 'a month', 'score'],
      reply.plans.map(({ rank, placement, cost, score }) => [
        String(rank),
        placement.provider,
        placement.region,
        `${placement.servers} x ${placement.instanceType}`,
        `${placement.servers * placement.acceleratorsPerServer} x ${placement.accelerator}`,
        `tp${placement.parallelism.tensor} pp${placement.parallelism.pipeline} dp${placement.parallelism.data}`,
        money(cost.monthly),
        score.toFixed(4),
      ]),
    ),
    ...(best === undefined
      ? [
          title('Nothing fits. Why:'),
          table(
            ['reason', 'candidates'],
            reply.rejected.byReason.map(({ code, count }) => [code, String(count)]),
          ),
          title('What would help'),
          table(
            ['change', 'from', 'to', 'plan', 'a month'],
            reply.relaxations.map(({ change, plan, monthly }) => [
              change.pointer,
              JSON.stringify(change.from) ?? '',
              JSON.stringify(change.to) ?? '',
              `${plan.servers} x ${plan.instanceType}, ${plan.provider} ${plan.region}`,
              money(monthly),
            ]),
          ),
        ]
      : [
          title(`Plan 1 (${best.id})`),
          table(
            ['metric', 'low', 'expected', 'high', 'evidence'],
            Object.entries(best.performance).map(([metric, { low, expected, high, evidence }]) => [
              metric,
              figure(low),
              figure(expected),
              figure(high),
              evidence,
            ]),
          ),
          notes(messages([...best.findings, ...best.cost.findings])),
        ]),
    title('Assumptions and notes'),
    notes(assumptionsFirst(reply.findings)),
  ];
}

export function evaluateView(reply: EvaluateReply): readonly Section[] {
  const memory = Object.entries(reply.memory.perAcceleratorGiB).filter(([, value]) => value !== null);
  return [
    title(
      `${reply.fits === null ? 'Unknown whether it fits' : reply.fits ? 'Fits' : 'Does not fit'}${reply.headroomRatio === null ? '' : `, headroom ${figure(reply.headroomRatio * 100)} %`}; ${reply.supported.ok ? 'supported' : `not supported; nearest: ${reply.supported.nearest ?? 'none'}`}`,
    ),
    table(
      ['memory of an accelerator', 'GiB'],
      memory.map(([part, value]) => [part, figure(Number(value))]),
    ),
    table(
      ['metric', 'low', 'expected', 'high', 'evidence'],
      Object.entries(reply.performance).map(([metric, { low, expected, high, evidence }]) => [
        metric,
        figure(low),
        figure(expected),
        figure(high),
        evidence,
      ]),
    ),
    notes([...messages(reply.supported.because), ...assumptionsFirst(reply.findings)]),
  ];
}

export function costView(reply: CostEstimateReply): readonly Section[] {
  return [
    title(`${money(reply.monthly)} a month, ${money(reply.termTotal)} over ${reply.termMonths} month(s)`),
    table(
      ['item', 'quantity', 'unit price', 'amount', 'billing', 'price sheet'],
      reply.lines.map((line) => [
        line.label,
        `${line.quantity} ${line.unit}`,
        line.unitPrice === null ? 'not priced' : line.unitPrice,
        line.amount === null ? 'not priced' : line.amount,
        [line.billingMode, line.termMonths === undefined ? null : `${line.termMonths} m`]
          .filter((x) => x !== null)
          .join(' '),
        line.priceSheet === null ? '' : `${line.priceSheet.id} v${line.priceSheet.version}`,
      ]),
    ),
    notes([
      `All on demand: ${money(reply.comparedWith.allOnDemand)}; all by subscription: ${money(reply.comparedWith.allSubscription)}.`,
      ...assumptionsFirst(reply.findings),
    ]),
  ];
}

export function capacityView(reply: CapacityPlanReply): readonly Section[] {
  return [
    title(
      reply.plan === null
        ? 'Nothing fits this workload'
        : `${reply.plan.instanceType} in ${reply.plan.provider} ${reply.plan.region}: ${figure(reply.plan.loadPerServer)} ${reply.plan.loadUnit} a server`,
    ),
    table(
      ['month', 'demand', 'servers', 'committed', 'on demand', 'spot', 'a month', 'miss'],
      reply.months.map((m) => [
        m.month,
        `${figure(m.demand.low)} / ${figure(m.demand.expected)} / ${figure(m.demand.high)}`,
        String(m.servers),
        String(m.committed),
        String(m.onDemand),
        String(m.spot),
        money(m.monthly),
        `${figure(m.missProbability * 100)} %`,
      ]),
    ),
    notes(assumptionsFirst(reply.findings)),
  ];
}

export function consolidateView(reply: ConsolidateReply): readonly Section[] {
  return [
    title(
      `${reply.cards} card(s) on ${reply.servers} x ${reply.instanceType ?? 'unknown'}, ${money(reply.monthly)} a month${reply.without === null ? '' : `; without sharing ${reply.without.cards} card(s), ${money(reply.without.monthly)}`}`,
    ),
    table(
      ['card', 'accelerator', 'technology', 'services', 'free GiB', 'free compute'],
      reply.placements.map((p) => [
        String(p.card),
        p.accelerator,
        p.technology,
        p.slices
          .map((s) => `${s.serviceId} (${figure(s.memoryGiB)} GiB, ${figure(s.computeRatio * 100)} %)`)
          .join(', '),
        figure(p.freeMemoryGiB),
        `${figure(p.freeComputeRatio * 100)} %`,
      ]),
    ),
    notes([...messages(reply.cost?.findings ?? []), ...assumptionsFirst(reply.findings)]),
  ];
}
