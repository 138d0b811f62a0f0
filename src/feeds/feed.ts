/**
 * What every importer of price lists does: bytes in, price rows out, one at a time, with everything that it left out said
 * by place and reason. Pure: the same bytes and settings give the same events; memory does not grow with the file.
 */
import type { InstanceType } from '../engine/catalogue/instance.js';
import type { PriceRow } from '../engine/catalogue/price.js';
import type { Confidence } from '../engine/catalogue/provenance.js';
import type { Facts } from '../engine/finding.js';
import type { StatedHardware } from '../engine/price-checks/stated-hardware.js';
import type { SkipReason, UnreadableCode } from './reasons.js';

export type { StatedHardware };
export type Bytes = AsyncIterable<Uint8Array>;

/** What the file itself does not say. */
export interface FeedSettings {
  /** Provider of the sheet. Rows of another provider are skipped. */
  readonly provider: string;
  readonly source: string;
  /** Day (or period) on which the source showed the prices, and the day that it counts as. */
  readonly asOf: string;
  readonly asOfDay: string | null;
  readonly confidence: Confidence;
  /** For formats that name no currency. */
  readonly currency?: string;
  /** For formats that name no region, or no instance type. */
  readonly region?: string;
  readonly sku?: string;
  /** For replies of a price enquiry: the period that was asked for. Absent: by the hour, on demand. */
  readonly priceUnit?: 'hour' | 'month' | 'year';
  readonly termMonths?: number;
  /** Which of two prices counts where a feed states both. Absent: what is paid (public promotions are in it). */
  readonly basis?: 'payable' | 'list';
  /** Servers of the provider, for formats that price parts (processor, memory, cards) and not servers. */
  readonly instanceTypes?: readonly InstanceType[];
  /** Other names of the provider, for files that hold several. */
  readonly providerNames?: readonly string[];
}

export interface FeedPlace {
  /** Line of a text file, number of the record in a JSON file; from 1. */
  readonly line: number;
  /** Where in the file by name, e.g. `terms.OnDemand.AAAA`. */
  readonly path?: string;
}

export interface FeedRow extends FeedPlace {
  readonly kind: 'row';
  /** In the shape of the catalogue, its price as read: the price may still be zero, negative or absurd. */
  readonly row: PriceRow;
  readonly hardware?: StatedHardware;
}

/** Left out on purpose: not a price of ours to take. */
export interface FeedSkip extends FeedPlace {
  readonly kind: 'skip';
  readonly reason: SkipReason;
  readonly sample: string;
}

/** Should have been a price, and cannot be read as one: a person has to look. */
export interface FeedUnreadable extends FeedPlace {
  readonly kind: 'unreadable';
  readonly code: UnreadableCode;
  readonly facts: Facts;
  readonly sample: string;
}

export type FeedEvent = FeedRow | FeedSkip | FeedUnreadable;

export type FeedSettingName = 'currency' | 'region' | 'sku';

export interface Feed {
  /** What it reads, for the list of formats. */
  readonly title: string;
  /** Setting that has to be given with the file. */
  readonly needs: readonly FeedSettingName[];
  read(bytes: Bytes, settings: FeedSettings): AsyncGenerator<FeedEvent, void, undefined>;
}

/** The file as a whole cannot be read; nothing of it counts. */
export class FeedError extends Error {
  readonly code:
    | 'feed-not-utf8'
    | 'feed-not-json'
    | 'feed-not-csv'
    | 'feed-wrong-format'
    | 'feed-record-too-large'
    | 'feed-empty';
  readonly facts: Facts;
  constructor(code: FeedError['code'], facts: Facts = {}) {
    super(`${code} ${JSON.stringify(facts)}`);
    this.name = 'FeedError';
    this.code = code;
    this.facts = facts;
  }
}

const SAMPLE_LENGTH = 200;

/** The beginning of a record, for the report. */
export function sampleOf(record: unknown): string {
  const text = typeof record === 'string' ? record : JSON.stringify(record);
  return text.length <= SAMPLE_LENGTH ? text : `${text.slice(0, SAMPLE_LENGTH - 1)}…`;
}

/** Fields of a row that come from the settings. */
export function statedBy(
  settings: FeedSettings,
  detail?: string,
): Pick<PriceRow, 'source' | 'asOf' | 'asOfDay' | 'confidence'> {
  const source = detail === undefined ? settings.source : `${settings.source} (${detail})`;
  return {
    source: source.slice(0, 1000),
    asOf: settings.asOf,
    asOfDay: settings.asOfDay,
    confidence: settings.confidence,
  };
}

/** Not a file of this format: what is missing, what is there and unknown. */
export function wrongFormat(facts: {
  readonly missing?: readonly string[];
  readonly unknown?: readonly string[];
  readonly found?: readonly string[];
}): FeedError {
  const short = (names: readonly string[] = []) =>
    names.length === 0 ? ['-'] : names.slice(0, 30).map((name) => name.slice(0, 40));
  return new FeedError('feed-wrong-format', {
    missing: short(facts.missing),
    unknown: short(facts.unknown),
    found: short(facts.found),
  });
}
