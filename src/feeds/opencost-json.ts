/**
 * OpenCost JSON: lines of `nodes.jsonl` (one node's price a line), or the default rates of a cluster (`default.json`:
 * CPU, RAM, GPU by the hour, numbers as text), from which the provider's types are put together.
 */
import { amountText, isAbsent, readAmount } from './amounts.js';
import { type Feed, type FeedEvent, type FeedPlace, type FeedSettings, sampleOf, statedBy } from './feed.js';
import { type Item, itemIn } from './json-items.js';
import { jsonRecords } from './json-records.js';
import { partsOf, sumOfParts } from './priced-parts.js';
import { readPricedQuantity } from './units-of-price.js';

const RATES = ['CPU', 'spotCPU', 'RAM', 'spotRAM', 'GPU'] as const;

export const opencostJson: Feed = {
  title: 'OpenCost: nodes.jsonl, or default.json',
  needs: [],
  async *read(bytes, settings) {
    const rates: Partial<Record<(typeof RATES)[number], string>> = {};
    let properties: Item | undefined;
    const selectors = [['properties'], ['prices'], ...RATES.map((name) => [name])];
    for await (const record of jsonRecords(bytes, selectors)) {
      const place = { line: record.number };
      if (record.selector === 0) properties = itemIn(record.value);
      else if (record.selector === 1) {
        yield readNode(properties ?? {}, itemIn(record.value), place, settings);
        properties = undefined;
      } else rates[RATES[record.selector - 2] ?? 'CPU'] = String(record.value);
    }
    if (rates.CPU !== undefined) yield* fromRates(rates, settings);
  },
};

function readNode(properties: Item, prices: Item, place: FeedPlace, settings: FeedSettings): FeedEvent {
  const sample = sampleOf({ properties, prices });
  const provider = String(properties.provider ?? '').toLowerCase();
  const names = [settings.provider, ...(settings.providerNames ?? [])].map((name) => name.toLowerCase());
  if (provider !== '' && !names.includes(provider))
    return { kind: 'skip', ...place, reason: 'skipped-other-provider', sample };
  const node = itemIn(prices.node);
  const text = typeof node.price === 'string' ? node.price : '';
  if (isAbsent(text)) return { kind: 'skip', ...place, reason: 'skipped-no-price', sample };
  const price = readAmount(text);
  const unit = readPricedQuantity(String(node.unit ?? 'hr'));
  if (price === undefined || unit === undefined) {
    const code = price === undefined ? 'unreadable-price' : 'unreadable-unit';
    return { kind: 'unreadable', ...place, code, facts: { field: 'prices.node', value: sampleOf(node) }, sample };
  }
  return {
    kind: 'row',
    ...place,
    row: {
      provider: settings.provider,
      region: String(properties.region ?? settings.region ?? ''),
      sku: String(properties.instanceType ?? ''),
      skuKind: 'instance',
      billingMode: properties.provisioning === 'spot' ? 'spot' : 'on-demand',
      unit: unit.unit,
      price: amountText(price.div(unit.quantity)),
      currency: settings.currency ?? 'USD',
      effectiveFrom: null,
      ...statedBy(settings),
    },
  };
}

/** One rate for every card: right for a cluster with one kind of card, which is what the file is for. */
function* fromRates(
  rates: Partial<Record<(typeof RATES)[number], string>>,
  settings: FeedSettings,
): Generator<FeedEvent> {
  const amount = (text: string | undefined) => (isAbsent(text) ? undefined : readAmount(text ?? ''));
  const prices = { processor: amount(rates.CPU), memoryGiB: amount(rates.RAM), card: amount(rates.GPU) };
  for (const [index, type] of (settings.instanceTypes ?? []).entries()) {
    const place = { line: index + 1, path: type.id };
    const parts = partsOf(type);
    const price = parts === undefined ? undefined : sumOfParts(parts, prices);
    if (price === undefined) yield { kind: 'skip', ...place, reason: 'skipped-incomplete-parts', sample: type.id };
    else
      yield {
        kind: 'row',
        ...place,
        row: {
          provider: settings.provider,
          region: settings.region ?? '',
          sku: type.id,
          skuKind: 'instance',
          billingMode: 'on-demand',
          unit: 'hour',
          price,
          currency: settings.currency ?? 'USD',
          effectiveFrom: null,
          conditions: 'put together from rates for processors, memory and cards',
          ...statedBy(settings),
        },
      };
  }
}
