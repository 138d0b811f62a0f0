/**
 * What publishing a draft would change: the last recorded questions and one of each scenario are answered with the
 * catalogue as it is, and as it would be.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Plan, RecommendReply } from '../engine/answer.js';
import type { Catalogue } from '../engine/catalogue/catalogue.js';
import type { PriceRow } from '../engine/catalogue/price.js';
import { openCatalogue } from '../engine/catalogue/snapshot.js';
import type { RecommendRequest } from '../engine/question.js';
import { SCENARIOS } from '../engine/workload/scenarios/index.js';
import { DEFAULT_TENANT } from './authenticate.js';
import { type Planning, planningContext } from './planning.js';
import type { Actor, PriceSheetHead, PriceSheetReader, QuestionLog } from './ports.js';
import { Problem } from './problems.js';
import { asking } from './question-problem.js';

export interface Choice {
  readonly provider: string;
  readonly region: string;
  readonly instanceType: string;
  readonly servers: number;
  readonly billingModes: readonly string[];
  readonly monthly: string | null;
}

export interface QuestionImpact {
  readonly source: 'recorded' | 'golden';
  readonly scenario: string;
  /** When it was last asked; null for a golden question. */
  readonly askedAt: string | null;
  readonly request: RecommendRequest;
  readonly currency: string | null;
  /** null: nothing fits, or the question can no longer be answered. */
  readonly before: Choice | null;
  readonly after: Choice | null;
  readonly isOtherWinner: boolean;
  readonly monthlyDelta: string | null;
  readonly changeRatio: number | null;
}

export interface PriceImpact {
  readonly sheet: string;
  readonly against: string | null;
  readonly asked: number;
  readonly otherWinners: number;
  readonly otherCosts: number;
  /** Only what changes; the largest change first. */
  readonly items: readonly QuestionImpact[];
}

export interface ImpactPorts extends Planning {
  readonly sheets: PriceSheetReader;
  readonly questions: QuestionLog;
}

export type ImpactOfPrices = (actor: Actor, id: string, limit: number) => Promise<PriceImpact>;

const PAGE = 5000;

export function impactOfPrices(ports: ImpactPorts): ImpactOfPrices {
  return async (actor, id, limit) => {
    const { sheets, questions, reader, engine } = ports;
    const sheet = await sheets.find(id);
    if (sheet === undefined) throw new Problem('not-found');
    if (sheet.status !== 'draft') throw new Problem('sheet-not-draft');
    const { provider, series } = sheet;
    const [published] = await sheets.list({ provider, series, status: 'published', limit: 1 });
    const { catalogue } = reader.current();
    const rows = await rowsOf(sheets, id);
    const hypothetical = withDraft(catalogue, sheet, published, rows);
    const currencies = [...new Set(rows.map(({ currency }) => currency))].sort();

    const recorded = await questions.latest(actor.tenant === DEFAULT_TENANT ? null : actor.tenant, limit);
    const asked = [
      ...recorded.map(({ request, at, tenant }) => ({ source: 'recorded' as const, request, at, asker: { tenant } })),
      ...goldenQuestions(currencies).map((request) => ({
        source: 'golden' as const,
        request,
        at: null,
        asker: null,
      })),
    ];
    const items: QuestionImpact[] = [];
    for (const { source, request, at, asker } of asked) {
      const context = planningContext(ports, asker);
      const answer = async (of: Catalogue) => {
        // Between two answers others get their turn.
        await nextTurn();
        try {
          return await asking(() => engine.recommend(of, request, context));
        } catch (error) {
          if (error instanceof Problem) return null;
          throw error;
        }
      };
      items.push(compare(source, request, at, await answer(catalogue), await answer(hypothetical)));
    }
    const changed = items.filter((item) => item.isOtherWinner || isOtherCost(item));
    return {
      sheet: id,
      against: published?.id ?? null,
      asked: items.length,
      otherWinners: items.filter(({ isOtherWinner }) => isOtherWinner).length,
      otherCosts: items.filter(isOtherCost).length,
      items: changed.sort((a, b) => size(b) - size(a)),
    };
  };
}

async function rowsOf(sheets: PriceSheetReader, id: string): Promise<PriceRow[]> {
  const rows: PriceRow[] = [];
  for (let after = 0; ; ) {
    const page = await sheets.rows(id, after, PAGE);
    for (const { row } of page) rows.push(row);
    const last = page.at(-1);
    if (page.length < PAGE || last === undefined) return rows;
    after = last.position;
  }
}

/** The catalogue as it would be: the draft in place of the version that it supersedes. */
function withDraft(
  catalogue: Catalogue,
  { id, provider, version, label, source }: PriceSheetHead,
  published: PriceSheetHead | undefined,
  rows: PriceRow[],
): Catalogue {
  const { snapshot } = catalogue;
  const draft = { id, provider, version, label, source, publishedAt: null, supersededAt: null, rows };
  return openCatalogue({
    ...snapshot,
    version: `${snapshot.version}+${id}`.slice(0, 100),
    priceSheets: [...snapshot.priceSheets.filter((sheet) => sheet.id !== published?.id), draft],
  });
}

/** One question of each scenario, in each currency of the draft. */
function goldenQuestions(currencies: readonly string[]): readonly RecommendRequest[] {
  return Object.values(SCENARIOS).flatMap((scenario) =>
    currencies.map((currency) => ({ workload: scenario.example, currency, limit: 1 }) as RecommendRequest),
  );
}

function compare(
  source: QuestionImpact['source'],
  request: RecommendRequest,
  askedAt: string | null,
  before: RecommendReply | null,
  after: RecommendReply | null,
): QuestionImpact {
  const [was, is] = [choiceOf(before?.plans[0]), choiceOf(after?.plans[0])];
  const same = (of: Choice | null) =>
    of === null ? '' : `${of.provider} ${of.region} ${of.instanceType} ${of.servers}`;
  const [from, to] = [was?.monthly ?? null, is?.monthly ?? null];
  const delta = from === null || to === null ? null : Number(to) - Number(from);
  return {
    source,
    scenario: String((request.workload as { readonly scenario?: unknown }).scenario ?? ''),
    askedAt,
    request,
    currency: after?.currency ?? before?.currency ?? null,
    before: was,
    after: is,
    isOtherWinner: same(was) !== same(is),
    monthlyDelta: delta === null ? null : delta.toFixed(2),
    changeRatio: delta === null || Number(from) === 0 ? null : Number((delta / Number(from)).toFixed(4)),
  };
}

function choiceOf(plan: Plan | undefined): Choice | null {
  if (plan === undefined) return null;
  const { provider, region, instanceType, servers } = plan.placement;
  return {
    provider,
    region,
    instanceType,
    servers,
    billingModes: [...new Set(plan.cost.billingMix.map(({ billingMode }) => billingMode))],
    monthly: plan.cost.monthly?.amount ?? null,
  };
}

function isOtherCost({ before, after }: QuestionImpact): boolean {
  return (before?.monthly ?? null) !== (after?.monthly ?? null);
}

function size({ changeRatio, isOtherWinner }: QuestionImpact): number {
  return Math.abs(changeRatio ?? 1) + (isOtherWinner ? 1 : 0);
}
