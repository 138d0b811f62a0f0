/**
 * Alibaba Cloud, public price file of ECS (`instancePrice.json`): `pricingInfo` keyed by
 * `region::type::network::os::io`, with hours, months and years. CNY. Instance prices alone: no disk in them.
 */
import type { PriceRow } from '../engine/catalogue/price.js';
import { amountText, isAbsent, readAmount } from './amounts.js';
import { type Feed, type FeedPlace, type FeedSettings, sampleOf, statedBy } from './feed.js';
import { itemIn, itemsIn } from './json-items.js';
import { jsonRecords } from './json-records.js';

/** Families with accelerators: gn, vgn, sgn, ebmgn, sccgn, ga, gi and their generations. The file states no hardware. */
const ACCELERATED = /^ecs\.(ebm|scc|s|v)?g(n|a|i)\d/;

export const alibabaPriceFile: Feed = {
  title: 'Alibaba Cloud: public ECS price file (instancePrice.json)',
  needs: [],
  async *read(bytes, settings) {
    for await (const record of jsonRecords(bytes, [['pricingInfo', '*']])) {
      const key = record.path.at(-1) ?? '';
      const place: FeedPlace = { line: record.number, path: key };
      const [region = '', sku = '', network = '', os = ''] = key.split('::');
      const sample = sampleOf(`${key} ${JSON.stringify(record.value)}`);
      if (!ACCELERATED.test(sku)) {
        yield { kind: 'skip', ...place, reason: 'skipped-no-accelerator', sample };
        continue;
      }
      if (network !== 'vpc') {
        yield { kind: 'skip', ...place, reason: 'skipped-other-product', sample };
        continue;
      }
      if (os !== 'linux' && os !== 'windows') {
        yield { kind: 'skip', ...place, reason: 'skipped-operating-system', sample };
        continue;
      }
      const rows = readTerms(record.value, { region, sku, os }, settings);
      if (rows.length === 0) yield { kind: 'skip', ...place, reason: 'skipped-no-price', sample };
      for (const row of rows) {
        if (typeof row === 'string')
          yield { kind: 'unreadable', ...place, code: 'unreadable-price', facts: { field: key, value: row }, sample };
        else yield { kind: 'row', ...place, row };
      }
    }
  },
};

/** Rows, or the text that is no number. */
function readTerms(
  value: unknown,
  thing: { readonly region: string; readonly sku: string; readonly os: string },
  settings: FeedSettings,
): readonly (PriceRow | string)[] {
  const terms = itemIn(value);
  const base = {
    provider: settings.provider,
    region: thing.region,
    sku: thing.sku,
    skuKind: 'instance',
    currency: settings.currency ?? 'CNY',
    effectiveFrom: null,
    ...(thing.os === 'linux' ? {} : { os: thing.os }),
    ...statedBy(settings),
  } as const;
  return (['hours', 'months', 'years'] as const).flatMap((unit) =>
    itemsIn(terms[unit]).flatMap((entry, index): readonly (PriceRow | string)[] => {
      const text = typeof entry.price === 'string' ? entry.price : '';
      if (isAbsent(text)) return [];
      const price = readAmount(text);
      if (price === undefined) return [text.slice(0, 60)];
      const period = Number(entry.period ?? index + 1);
      if (unit === 'hours')
        return index === 0
          ? [{ ...base, billingMode: 'on-demand' as const, unit: 'hour' as const, price: amountText(price) }]
          : [];
      const termMonths = unit === 'months' ? period : period * 12;
      return [
        {
          ...base,
          billingMode: 'subscription' as const,
          termMonths,
          unit: termMonths === 1 ? ('month' as const) : ('term' as const),
          price: amountText(price),
        },
      ];
    }),
  );
}
