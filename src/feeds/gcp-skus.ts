/**
 * Google Cloud Billing Catalog, SKUs of Compute Engine: one page, several, or an array of pages. Processors, memory, cards
 * and local disks are SKUs of their own, known by the words of their description; a machine's price is their sum.
 * https://cloud.google.com/billing/v1/how-tos/catalog-api
 */
import type { InstanceType } from '../engine/catalogue/instance.js';
import type { PriceRow } from '../engine/catalogue/price.js';
import { HOURS_PER_MONTH } from '../engine/units.js';
import { amountText, Decimal, readAmount } from './amounts.js';
import { type Feed, type FeedEvent, type FeedPlace, type FeedSettings, sampleOf, statedBy } from './feed.js';
import { type Item, itemIn, itemsIn } from './json-items.js';
import { jsonRecords } from './json-records.js';
import { partsOf, sumOfParts } from './priced-parts.js';
import type { SkipReason } from './reasons.js';

interface Machine {
  readonly types: RegExp;
  /** Series as it stands before "Instance Core" and "Instance Ram"; null: the card's SKU is the whole server's share. */
  readonly host: string | null;
  /** Several spellings of one card: "H100 80GB Plus" here is "H100 80GB Mega" there. */
  readonly card: RegExp;
  /** Whether local disks are part of the machine. */
  readonly hasLocalDisk: boolean;
}

const MACHINES: readonly Machine[] = [
  { types: /^a2-(high|mega)gpu-/, host: 'a2', card: /^nvidia tesla a100 gpu/, hasLocalDisk: false },
  { types: /^a2-ultragpu-/, host: 'a2', card: /^nvidia (tesla )?a100 80gb gpu/, hasLocalDisk: true },
  { types: /^a3-(high|edge)gpu-/, host: 'a3', card: /^nvidia h100 80gb gpu/, hasLocalDisk: true },
  { types: /^a3-megagpu-/, host: 'a3', card: /^nvidia h100 80gb (plus|mega) gpu/, hasLocalDisk: true },
  { types: /^a3-ultragpu-/, host: 'a3ultra', card: /^nvidia h200 141gb gpu/, hasLocalDisk: true },
  { types: /^a4-/, host: null, card: /^a4 nvidia b200/, hasLocalDisk: false },
  { types: /^g2-/, host: 'g2', card: /^nvidia l4 gpu/, hasLocalDisk: false },
  { types: /^g4-/, host: 'g4', card: /^nvidia rtx (pro )?6000/, hasLocalDisk: false },
];

/** Cards that are attached to N1 machines, by the catalogue's accelerator. */
const N1_CARDS: Readonly<Record<string, RegExp>> = {
  t4: /^nvidia tesla t4 gpu/,
  v100: /^nvidia tesla v100 gpu/,
  p100: /^nvidia tesla p100 gpu/,
  p4: /^nvidia tesla p4 gpu/,
};

/** Months of a commitment, by what the list calls its use. */
const COMMITMENTS: Readonly<Record<string, number>> = { Commit1Yr: 12, Commit3Yr: 36 };

interface Rates {
  readonly processor: Map<string, Decimal>;
  readonly memory: Map<string, Decimal>;
  /** By description, lower case, without the words of the market and the place. */
  readonly card: Map<string, Decimal>;
  localDisk: Decimal | undefined;
}

export const gcpSkus: Feed = {
  title: 'Google Cloud: SKUs of the Billing Catalog',
  needs: [],
  async *read(bytes, settings) {
    const selectors = [
      ['skus', '*'],
      ['*', 'skus', '*'],
    ];
    const ratesByMarket = new Map<string, Rates>();
    for await (const record of jsonRecords(bytes, selectors)) {
      const sku = itemIn(record.value);
      const place: FeedPlace = { line: record.number, path: String(sku.skuId ?? '') };
      const event = takePart(sku, place, ratesByMarket, settings);
      if (event !== undefined) yield event;
    }
    yield* machines(ratesByMarket, settings);
  },
};

/** Keeps the price of a part, or says why not. */
function takePart(
  sku: Item,
  place: FeedPlace,
  ratesByMarket: Map<string, Rates>,
  settings: FeedSettings,
): FeedEvent | undefined {
  const sample = sampleOf(sku);
  const skip = (reason: SkipReason): FeedEvent => ({ kind: 'skip', ...place, reason, sample });
  const category = itemIn(sku.category);
  const description = String(sku.description ?? '').toLowerCase();
  const usage = String(category.usageType ?? '');
  if (/dws|defined duration|calendar mode|reserved|reservation|sole tenancy/.test(description))
    return skip('skipped-scheduled-capacity');
  const termMonths = COMMITMENTS[usage];
  if (usage !== 'OnDemand' && usage !== 'Preemptible' && termMonths === undefined) return skip('skipped-other-product');
  if (/custom|premium/.test(description)) return skip('skipped-other-product');
  if (termMonths === undefined && /commitment/.test(description)) return skip('skipped-other-product');
  const part = partIn(description);
  if (part === undefined) return skip('skipped-other-product');

  const expression = itemIn(itemsIn(sku.pricingInfo)[0]?.pricingExpression);
  const tiers = itemsIn(expression.tieredRates);
  const amounts = tiers.map((tier) => unitPrice(itemIn(tier.unitPrice)));
  // A first tier at zero is a free allotment; what counts is the price after it.
  const paid = amounts.find((amount) => amount !== undefined && !amount.isZero());
  if (paid === undefined) return skip(tiers.length > 1 ? 'skipped-free-allotment' : 'skipped-no-price');
  const currency = String(itemIn(tiers[0]?.unitPrice).currencyCode ?? 'USD');
  if (settings.currency !== undefined && currency !== settings.currency) return skip('skipped-other-currency');
  const unit = String(expression.usageUnit ?? '');
  const hourly =
    unit === 'h' || unit === 'GiBy.h'
      ? paid
      : unit === 'GiBy.mo' || unit === 'mo'
        ? paid.div(HOURS_PER_MONTH)
        : undefined;
  if (hourly === undefined)
    return {
      kind: 'unreadable',
      ...place,
      code: 'unreadable-unit',
      facts: { field: 'usageUnit', value: unit },
      sample,
    };

  // Some spot SKUs carry usageType OnDemand; the words are right. https://github.com/skypilot-org/skypilot/pull/8125
  const isSpot = usage === 'Preemptible' || /preemptible|spot/.test(description);
  const mode = termMonths !== undefined ? `${termMonths} months` : isSpot ? 'spot' : 'on-demand';
  if (!Array.isArray(sku.serviceRegions))
    return {
      kind: 'unreadable',
      ...place,
      code: 'unreadable-row',
      facts: { field: 'serviceRegions', value: sampleOf(sku.serviceRegions ?? null).slice(0, 100) },
      sample,
    };
  for (const region of sku.serviceRegions as readonly unknown[]) {
    const key = `${String(region)}|${mode}|${currency}`;
    let rates = ratesByMarket.get(key);
    if (rates === undefined) {
      rates = { processor: new Map(), memory: new Map(), card: new Map(), localDisk: undefined };
      ratesByMarket.set(key, rates);
    }
    if (part.kind === 'localDisk') rates.localDisk ??= hourly;
    else if (!rates[part.kind].has(part.name)) rates[part.kind].set(part.name, hourly);
  }
  return undefined;
}

function partIn(
  description: string,
): { readonly kind: 'processor' | 'memory' | 'card' | 'localDisk'; readonly name: string } | undefined {
  const bare = description.replace(/spot preemptible |preemptible |spot |^commitment v\d+: /g, '');
  // "Commitment v1: A2 Cpu in Americas for 1 Year"; that of N1, the first series, names none.
  const committed = /^(?:(\w+) )?(cpu|ram) in /.exec(bare);
  if (committed !== null) return { kind: committed[2] === 'cpu' ? 'processor' : 'memory', name: committed[1] ?? 'n1' };
  const host = /^(\w+) (?:predefined )?instance (core|ram)\b/.exec(bare);
  if (host !== null) return { kind: host[2] === 'core' ? 'processor' : 'memory', name: host[1] ?? '' };
  if (/^(ssd backed local storage|local ssd in )/.test(bare)) return { kind: 'localDisk', name: '' };
  if (/^(nvidia |a4 nvidia )/.test(bare)) return { kind: 'card', name: bare };
  return undefined;
}

/** units (text of an int64) + nanos / 10⁹; both carry the sign. */
export function unitPrice(price: Item): Decimal | undefined {
  const units = readAmount(String(price.units ?? '0'));
  const nanos = readAmount(String(price.nanos ?? '0'));
  return units === undefined || nanos === undefined ? undefined : units.plus(nanos.div(new Decimal('1e9')));
}

function* machines(ratesByMarket: ReadonlyMap<string, Rates>, settings: FeedSettings): Generator<FeedEvent> {
  let number = 0;
  for (const [market, rates] of ratesByMarket) {
    const [region = '', mode, currency = ''] = market.split('|');
    for (const type of settings.instanceTypes ?? []) {
      const machine = machineOf(type);
      const card = machine === undefined ? undefined : [...rates.card].find(([name]) => machine.card.test(name))?.[1];
      // No card of this kind in the region: not sold there.
      if (machine === undefined || card === undefined) continue;
      const place = { line: ++number, path: `${type.id} in ${region}, ${mode}` };
      const price = machinePrice(type, machine, card, rates);
      if (price === undefined) {
        yield { kind: 'skip', ...place, reason: 'skipped-incomplete-parts', sample: type.id };
        continue;
      }
      yield {
        kind: 'row',
        ...place,
        row: {
          provider: settings.provider,
          region,
          sku: type.id,
          skuKind: 'instance',
          ...termOf(mode),
          unit: 'hour',
          price,
          currency,
          effectiveFrom: null,
          conditions: `sum of ${machine.host === null ? 'the cards, host included' : 'processors, memory and cards'}${machine.hasLocalDisk ? ', local disks' : ''}`,
          ...statedBy(settings),
        },
      };
    }
  }
}

/** How a market of the list is billed. */
function termOf(mode = ''): Pick<PriceRow, 'billingMode' | 'termMonths' | 'payment'> {
  const months = /^(\d+) months$/.exec(mode)?.[1];
  if (months !== undefined) return { billingMode: 'reserved', termMonths: Number(months), payment: 'no-upfront' };
  return { billingMode: mode === 'spot' ? 'spot' : 'on-demand' };
}

function machineOf(type: InstanceType): Machine | undefined {
  const known = MACHINES.find((machine) => machine.types.test(type.id));
  if (known !== undefined) return known;
  const card = /^n1-/.test(type.id) ? N1_CARDS[(type.accelerator ?? '').split('-')[0] ?? ''] : undefined;
  return card === undefined ? undefined : { types: /^n1-/, host: 'n1', card, hasLocalDisk: false };
}

function machinePrice(type: InstanceType, machine: Machine, card: Decimal, rates: Rates): string | undefined {
  const parts = partsOf(type);
  if (parts === undefined) return undefined;
  if (machine.host === null) return amountText(card.times(parts.cards));
  return sumOfParts(parts, {
    processor: rates.processor.get(machine.host),
    memoryGiB: rates.memory.get(machine.host),
    card,
    ...(machine.hasLocalDisk ? { localDiskGiB: rates.localDisk } : {}),
  });
}
