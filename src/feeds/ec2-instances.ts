/**
 * ec2instances.info `instances.json`. Prices are texts, by the hour; a reserved one is the effective price, its share of
 * the money up front included. GPU_memory is of all cards. "N/A" and absent keys are no price.
 */
import type { PriceRow } from '../engine/catalogue/price.js';
import { amountText, isAbsent, readAmount } from './amounts.js';
import {
  type Feed,
  type FeedEvent,
  type FeedPlace,
  type FeedSettings,
  type StatedHardware,
  sampleOf,
  statedBy,
} from './feed.js';
import { type Item, itemIn } from './json-items.js';
import { jsonRecords } from './json-records.js';

const OWN_CHIPS = /^(inf|trn|dl)\d/;
const SYSTEMS = { linux: undefined, mswin: 'windows' } as const;
const PAYMENTS = { noUpfront: 'no-upfront', partialUpfront: 'partial-upfront', allUpfront: 'all-upfront' } as const;

export const ec2Instances: Feed = {
  title: 'ec2instances.info (instances.json)',
  needs: [],
  async *read(bytes, settings) {
    for await (const record of jsonRecords(bytes, [['#']])) {
      const item = itemIn(record.value);
      const sku = typeof item.instance_type === 'string' ? item.instance_type : '';
      const place: FeedPlace = { line: record.number, path: sku };
      const count = Number(item.GPU ?? 0);
      if (sku === '' || (!(count > 0) && !OWN_CHIPS.test(sku))) {
        yield { kind: 'skip', ...place, reason: 'skipped-no-accelerator', sample: sampleOf(sku) };
        continue;
      }
      const total = Number(item.GPU_memory ?? 0);
      const hardware: StatedHardware = {
        ...(typeof item.GPU_model === 'string' ? { acceleratorName: item.GPU_model } : {}),
        ...(count > 0 ? { acceleratorCount: count, totalAcceleratorMemoryGiB: total } : {}),
      };
      for (const [region, platforms] of Object.entries(itemIn(item.pricing))) {
        for (const [platform, prices] of Object.entries(itemIn(platforms))) {
          const at = { line: record.number, path: `${sku}.${region}.${platform}` };
          if (!(platform in SYSTEMS)) {
            if (platform !== 'ebs' && platform !== 'emr')
              yield { kind: 'skip', ...at, reason: 'skipped-operating-system', sample: sampleOf(prices) };
            continue;
          }
          const os = SYSTEMS[platform as keyof typeof SYSTEMS];
          yield* readPrices(itemIn(prices), { sku, region, os }, at, hardware, settings);
        }
      }
    }
  },
};

function* readPrices(
  prices: Item,
  thing: { readonly sku: string; readonly region: string; readonly os: string | undefined },
  place: FeedPlace,
  hardware: StatedHardware,
  settings: FeedSettings,
): Generator<FeedEvent> {
  const base = {
    provider: settings.provider,
    region: thing.region,
    sku: thing.sku,
    skuKind: 'instance',
    unit: 'hour',
    currency: settings.currency ?? (thing.region.startsWith('cn-') ? 'CNY' : 'USD'),
    effectiveFrom: null,
    ...(thing.os === undefined ? {} : { os: thing.os }),
    ...statedBy(settings),
  } as const;
  const sample = sampleOf(prices);
  function* one(
    field: string,
    text: unknown,
    rest: Omit<Partial<PriceRow>, 'price'> & Pick<PriceRow, 'billingMode'>,
  ): Generator<FeedEvent> {
    if (typeof text !== 'string' || isAbsent(text)) return;
    const price = readAmount(text);
    if (price === undefined)
      yield {
        kind: 'unreadable',
        ...place,
        code: 'unreadable-price',
        facts: { field, value: text.slice(0, 60) },
        sample,
      };
    else yield { kind: 'row', ...place, row: { ...base, ...rest, price: amountText(price) }, hardware };
  }
  if (isAbsent(typeof prices.ondemand === 'string' ? prices.ondemand : ''))
    yield { kind: 'skip', ...place, reason: 'skipped-no-price', sample };
  yield* one('ondemand', prices.ondemand, { billingMode: 'on-demand' });
  const range =
    typeof prices.spot_min === 'string' && typeof prices.spot_max === 'string'
      ? ` (${prices.spot_min} to ${prices.spot_max})`
      : '';
  yield* one('spot_avg', prices.spot_avg, {
    billingMode: 'spot',
    conditions: `average of the zones and of the time before${range}`,
  });
  for (const [key, text] of Object.entries(itemIn(prices.reserved))) {
    const match = /^yrTerm(1|3)(Standard|Convertible|Savings)\.(noUpfront|partialUpfront|allUpfront)$/.exec(key);
    if (match === null || match[2] === 'Convertible') {
      yield {
        kind: 'skip',
        ...place,
        reason: 'skipped-convertible-offering',
        sample: sampleOf(`${key}: ${String(text)}`),
      };
      continue;
    }
    yield* one(key, text, {
      billingMode: match[2] === 'Savings' ? 'savings-plan' : 'reserved',
      termMonths: match[1] === '1' ? 12 : 36,
      payment: PAYMENTS[match[3] as keyof typeof PAYMENTS],
      conditions: 'effective hourly price; what is paid up front is spread over the term in it',
    });
  }
}
