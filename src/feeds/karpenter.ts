/**
 * Price maps of Karpenter providers: the Go source that ships with them (`"us-east-1": { "p5.48xlarge": 55.04 }`), and
 * cloudpilot's JSON (`{ region: { type: price } }`, or `{ prices: { region: { on_demand: …, spot: … } } }`). By the hour;
 * they name no currency (US dollars but for China, whose map is a file of its own).
 * https://github.com/aws/karpenter-provider-aws/blob/main/pkg/providers/pricing/zz_generated.pricing_aws.go
 */
import type { PriceRow } from '../engine/catalogue/price.js';
import { acceleratedNames } from './accelerated-names.js';
import { amountText, readAmount } from './amounts.js';
import {
  type Bytes,
  type Feed,
  type FeedEvent,
  type FeedPlace,
  type FeedSettings,
  statedBy,
  wrongFormat,
} from './feed.js';
import { itemIn } from './json-items.js';
import { jsonRecords } from './json-records.js';
import { textLines } from './text-lines.js';

interface MapEntry extends FeedPlace {
  readonly region: string;
  readonly sku: string;
  readonly price: string;
  readonly billingMode: 'on-demand' | 'spot';
  /** Day on which the map was made, where it says so. */
  readonly day: string | undefined;
}

export const karpenter: Feed = {
  title: 'Karpenter: price map (Go or JSON)',
  needs: ['currency'],
  async *read(bytes, settings) {
    const isOurs = acceleratedNames(settings);
    const { start, all } = await peek(bytes);
    const isJson = /^\s*\{/.test(start);
    let entries = 0;
    for await (const entry of isJson ? fromJson(all, /^\s*\{\s*"prices"/.test(start)) : fromGo(all)) {
      entries++;
      yield eventOf(entry, isOurs, settings);
    }
    if (entries === 0) throw wrongFormat({ missing: ['"region": { "type": price }'] });
  },
};

function eventOf(entry: MapEntry, isOurs: (sku: string) => boolean, settings: FeedSettings): FeedEvent {
  const { region, sku, price: text, billingMode, day } = entry;
  const place = { line: entry.line, ...(entry.path === undefined ? {} : { path: entry.path }) };
  const sample = `"${region}": { "${sku}": ${text.slice(0, 40)} }`;
  if (!isOurs(sku)) return { kind: 'skip', ...place, reason: 'skipped-no-accelerator', sample };
  const price = readAmount(text);
  if (price === undefined)
    return {
      kind: 'unreadable',
      ...place,
      code: 'unreadable-price',
      facts: { field: sku, value: text.slice(0, 100) },
      sample,
    };
  const row: PriceRow = {
    provider: settings.provider,
    region,
    sku,
    skuKind: 'instance',
    billingMode,
    unit: 'hour',
    price: amountText(price),
    currency: settings.currency ?? '',
    effectiveFrom: null,
    ...statedBy(settings),
    ...(day === undefined ? {} : { asOf: day, asOfDay: day }),
  };
  return { kind: 'row', ...place, row };
}

/** One or many prices a line; a name before a brace is the region of what follows. */
async function* fromGo(bytes: Bytes): AsyncGenerator<MapEntry> {
  let region: string | undefined;
  let day: string | undefined;
  for await (const { line, text } of textLines(bytes)) {
    day = /^\/\/ generated at (\d{4}-\d{2}-\d{2})/.exec(text)?.[1] ?? day;
    if (text.startsWith('//')) continue;
    for (const [, name = '', value = ''] of text.matchAll(/"([^"]+)":\s*(\{|[^,{}\s]+)/g)) {
      if (value === '{') region = name;
      else if (region !== undefined)
        yield { line, path: `${region}.${name}`, region, sku: name, price: value, billingMode: 'on-demand', day };
    }
  }
}

async function* fromJson(bytes: Bytes, isWrapped: boolean): AsyncGenerator<MapEntry> {
  for await (const { number, path, value } of jsonRecords(bytes, [isWrapped ? ['prices', '*'] : ['*']])) {
    const region = path.at(-1) ?? '';
    const modes = isWrapped
      ? ([
          ['on-demand', itemIn(value).on_demand],
          ['spot', itemIn(value).spot],
        ] as const)
      : ([['on-demand', value]] as const);
    for (const [billingMode, prices] of modes)
      for (const [sku, price] of Object.entries(itemIn(prices)))
        yield {
          line: number,
          path: `${region}.${sku}`,
          region,
          sku,
          price: String(price),
          billingMode,
          day: undefined,
        };
  }
}
/** The beginning of the text, and all of the bytes. */
async function peek(bytes: Bytes): Promise<{ readonly start: string; readonly all: Bytes }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < 256) {
    const step = await iterator.next();
    if (step.done === true) break;
    first.push(step.value);
    length += step.value.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* first;
    for (let step = await iterator.next(); step.done !== true; step = await iterator.next()) yield step.value;
  }
  const start = new TextDecoder().decode(Buffer.concat(first)).replace(/^\uFEFF/, '');
  return { start, all: { [Symbol.asyncIterator]: all } };
}
