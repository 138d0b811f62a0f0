/** What a buyer must be able to show: the plan, its rivals, the bill with its sources, what was assumed, how sure it is. */
import type { Plan } from '../../engine/answer.js';
import { type Finding, localise } from '../../engine/finding.js';
import type { CostLine } from '../../engine/pricing/schemas.js';
import type { ExportSubject, Language, QuoteHead } from '../export-format.js';

export interface PlanLine {
  readonly rank: number;
  readonly score: number;
  readonly servers: number;
  readonly instanceType: string;
  readonly provider: string;
  readonly region: string;
  readonly accelerators: string;
  readonly monthly: string | null;
}

export interface EvidencePack {
  readonly quote: QuoteHead | null;
  readonly catalogueVersion: string;
  readonly engineVersion: string;
  readonly pricedOn: string;
  readonly currency: string;
  readonly question: unknown;
  readonly demand: unknown;
  readonly plan: Plan;
  readonly alternatives: readonly PlanLine[];
  readonly rejected: {
    readonly count: number;
    readonly byReason: readonly { readonly code: string; readonly count: number; readonly example: string | null }[];
  };
  readonly lines: readonly CostLine[];
  readonly priceSheets: readonly NonNullable<CostLine['priceSheet']>[];
  readonly assumptions: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** Share of the width of each interval that lies on either side of what is expected, and where the figure is from. */
  readonly accuracy: readonly {
    readonly metric: string;
    readonly low: number;
    readonly expected: number;
    readonly high: number;
    readonly evidence: string;
    readonly spreadRatio: number | null;
  }[];
  readonly loadTest: ExportSubject['reply']['loadTest'];
}

const ALTERNATIVES = 3;
const ASSUMPTIONS = /assumed|not-stated|weights-used|settings|hours/;

export function planLine({ rank, score, placement, cost }: Plan): PlanLine {
  return {
    rank,
    score,
    servers: placement.servers,
    instanceType: placement.instanceType,
    provider: placement.provider,
    region: placement.region,
    accelerators: `${placement.servers * placement.acceleratorsPerServer} × ${placement.accelerator}`,
    monthly: cost.monthly === null ? null : `${cost.monthly.amount} ${cost.monthly.currency}`,
  };
}

export function evidencePack(subject: ExportSubject, language: Language): EvidencePack {
  const { request, quote } = subject;
  const reply = localise(subject.reply, language);
  const plan = localise(subject.plan, language);
  const findings = [...reply.findings, ...plan.findings];
  const sheets = new Map(
    plan.cost.lines.flatMap(({ priceSheet }) =>
      priceSheet === null ? [] : [[`${priceSheet.id}@${priceSheet.version}`, priceSheet] as const],
    ),
  );
  return {
    quote,
    catalogueVersion: reply.catalogueVersion,
    engineVersion: reply.engineVersion,
    pricedOn: reply.pricedOn,
    currency: reply.currency,
    question: request,
    demand: reply.demand,
    plan,
    alternatives: reply.plans
      .filter(({ id }) => id !== plan.id)
      .slice(0, ALTERNATIVES)
      .map(planLine),
    rejected: {
      count: reply.rejected.count,
      byReason: reply.rejected.byReason.map((reason) => ({
        ...reason,
        example:
          reply.rejected.candidates.flatMap(({ reasons }) => reasons).find(({ code }) => code === reason.code)
            ?.message ?? null,
      })),
    },
    lines: plan.cost.lines,
    priceSheets: [...sheets.values()],
    assumptions: findings.filter(({ code }) => ASSUMPTIONS.test(code)),
    warnings: [...findings.filter(({ code }) => !ASSUMPTIONS.test(code)), ...plan.cost.findings],
    accuracy: Object.entries(plan.performance).map(([metric, { low, expected, high, evidence }]) => ({
      metric,
      low,
      expected,
      high,
      evidence,
      spreadRatio: expected === 0 ? null : Math.round(((high - low) / (2 * expected)) * 1000) / 1000,
    })),
    loadTest: reply.loadTest,
  };
}
