/**
 * OpenCost pricing CSV: prices of nodes and, apart, of their cards: a node costs its own price plus the card's price times
 * the number of cards. With card rows in the file, a node row alone is the price of a host without cards.
 */
import { squeeze } from '../engine/catalogue/names.js';
import type { PriceRow } from '../engine/catalogue/price.js';
import { amountText, Decimal, isAbsent, readAmount } from './amounts.js';
import { csvRecords } from './csv-records.js';
import { type Feed, type FeedPlace, type FeedSettings, sampleOf, statedBy } from './feed.js';

interface NodeLine {
  readonly place: FeedPlace;
  readonly sample: string;
  readonly region: string;
  readonly type: string;
  readonly price: Decimal;
}

export const opencostCsv: Feed = {
  title: 'OpenCost pricing (CSV)',
  needs: [],
  async *read(bytes, settings) {
    const required = ['Region', 'AssetClass', 'InstanceType', 'MarketPriceHourly'];
    const nodes: NodeLine[] = [];
    const cards = new Map<string, Decimal>();
    for await (const record of csvRecords(bytes, { required, comment: '#' })) {
      const place = { line: record.line };
      const sample = sampleOf(record.cells.join(','));
      const kind = record.get('AssetClass').trim().toLowerCase();
      const text = record.get('MarketPriceHourly');
      if (kind !== 'node' && kind !== 'gpu') yield { kind: 'skip', ...place, reason: 'skipped-other-product', sample };
      else if (isAbsent(text)) yield { kind: 'skip', ...place, reason: 'skipped-no-price', sample };
      else {
        const price = readAmount(text);
        if (price === undefined || !record.isComplete) {
          const field = price === undefined ? 'MarketPriceHourly' : 'cells';
          yield {
            kind: 'unreadable',
            ...place,
            code: price === undefined ? 'unreadable-price' : 'unreadable-row',
            facts: { field, value: text },
            sample,
          };
        } else if (kind === 'gpu') cards.set(squeeze(record.get('InstanceID').replace(/^nvidia[- ]/i, '')), price);
        else
          nodes.push({
            place,
            sample,
            region: record.get('Region').trim(),
            type: record.get('InstanceType').trim(),
            price,
          });
      }
    }
    const types = new Map((settings.instanceTypes ?? []).map((type) => [type.id.toLowerCase(), type] as const));
    for (const node of nodes) {
      const base = baseRow(node, settings);
      if (cards.size === 0) {
        yield { kind: 'row', ...node.place, row: { ...base, price: amountText(node.price) } };
        continue;
      }
      const type = types.get(node.type.toLowerCase());
      const card = type === undefined ? undefined : cardPrice(type.accelerator, cards);
      if (type === undefined || card === undefined || type.acceleratorCount === null)
        yield { kind: 'skip', ...node.place, reason: 'skipped-incomplete-parts', sample: node.sample };
      else {
        const whole = node.price.plus(card.times(new Decimal(type.acceleratorCount).times(type.acceleratorShare ?? 1)));
        yield {
          kind: 'row',
          ...node.place,
          row: {
            ...base,
            sku: type.id,
            price: amountText(whole),
            conditions: `host ${amountText(node.price)} and cards at ${amountText(card)} each`,
          },
        };
      }
    }
  },
};

function baseRow(node: NodeLine, settings: FeedSettings): Omit<PriceRow, 'price'> {
  return {
    provider: settings.provider,
    region: node.region || (settings.region ?? ''),
    sku: node.type,
    skuKind: 'instance',
    billingMode: 'on-demand',
    unit: 'hour',
    currency: settings.currency ?? 'USD',
    effectiveFrom: null,
    ...statedBy(settings),
  };
}

/** "nvidia-t4" names the catalogue's `t4`; a longer name may be the file's or ours. */
function cardPrice(accelerator: string | null, cards: ReadonlyMap<string, Decimal>): Decimal | undefined {
  if (accelerator === null) return undefined;
  const name = squeeze(accelerator);
  const exact = cards.get(name);
  if (exact !== undefined) return exact;
  const close = [...cards].filter(([key]) => key.startsWith(name) || name.startsWith(key));
  return close.length === 1 ? close[0]?.[1] : undefined;
}
