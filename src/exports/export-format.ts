/** What an export is: a plan, with the question it answers and the hardware it rents, as text for another program. */
import type { Plan, RecommendReply } from '../engine/answer.js';
import type { RecommendRequest } from '../engine/question.js';

export type Language = 'en' | 'zh';

/** Facts of the rented server that a plan does not repeat; frozen with a quote, so that a retired type still exports. */
export interface PlanHardware {
  readonly accelerator: { readonly id: string; readonly name: string; readonly vendor: string; readonly kind: string };
  readonly acceleratorMemoryGiB: number | null;
  readonly vcpu: number | null;
  readonly memoryGiB: number | null;
  readonly rdmaGbps: number | null;
  readonly migProfiles: readonly { readonly name: string; readonly memoryGiB: number; readonly computeRatio: number }[];
  readonly zones: readonly string[];
}

/** Sizes of a language model that a trainer is told. */
export interface ModelArchitecture {
  readonly layers: number;
  readonly hiddenSize: number;
  readonly intermediateSize: number;
  readonly attentionHeads: number;
  readonly keyValueHeads: number;
  readonly vocabularySize: number;
  readonly experts: { readonly count: number; readonly perToken: number } | null;
}

/** A stored quote, as far as an export names it. */
export interface QuoteHead {
  readonly number: string;
  readonly issuedAt: string;
  readonly expiresAt: string | null;
  readonly contentHash: string;
  readonly reference: string | null;
  readonly costCentre: string | null;
  readonly approver: string | null;
  readonly tags: Readonly<Record<string, string>>;
}

export interface ExportSubject {
  readonly request: RecommendRequest;
  readonly reply: RecommendReply;
  /** One of `reply.plans`. */
  readonly plan: Plan;
  readonly hardware: PlanHardware;
  /** Name under which an engine loads the model (a Hugging Face id where one is known); null = no such model. */
  readonly model: string | null;
  readonly architecture: ModelArchitecture | null;
  readonly quote: QuoteHead | null;
}

export interface ExportOptions {
  readonly language: Language;
}

export interface ExportFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly text: string;
}

/** Why a format has nothing to say about a plan, in both languages. */
export interface NotApplicable {
  readonly en: string;
  readonly zh: string;
}

export interface ExportFormat {
  readonly id: string;
  readonly title: { readonly en: string; readonly zh: string };
  readonly mediaType: string;
  /**
   * Who reads the text and refuses a wrong one in our tests (the target's own parser or schema); null = nobody: the text
   * then says itself that it is unchecked.
   */
  readonly checkedBy: string | null;
  /** null = the format can say this plan. */
  refuse(subject: ExportSubject): NotApplicable | null;
  write(subject: ExportSubject, options: ExportOptions): ExportFile;
}

/** First lines of every deployable file, as plain sentences. */
export function preamble({ plan, reply, quote }: ExportSubject, checkedBy: string | null): readonly string[] {
  const { placement } = plan;
  return [
    `${placement.servers} x ${placement.instanceType}, ${placement.provider}/${placement.region}: plan ${plan.id}${quote === null ? '' : ` of quote ${quote.number}`}.`,
    `Catalogue ${reply.catalogueVersion}, engine ${reply.engineVersion}, priced on ${reply.pricedOn}.`,
    checkedBy === null
      ? 'UNCHECKED: no parser or schema of the target was available to test this file. Review it before use.'
      : `Form checked by ${checkedBy}; names of your account (networks, images, keys) are variables to fill in.`,
  ];
}

/** The slug of a plan: letters, digits and hyphens, at most `maxLength`, starting with a letter. */
export function planSlug({ plan, quote }: ExportSubject, maxLength = 40): string {
  const words = quote === null ? plan.id : `${quote.number}-${plan.id.slice(-6)}`;
  return `cw-${words}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/-+$/, '');
}
