/** `ItemPrice` of Tencent Cloud's CVM interface, as it stands in two of its replies. */
import type { PriceRow } from '../engine/catalogue/price.js';
import { amountText, type Decimal, isAbsent, readAmount } from './amounts.js';
import { type FeedSettings, statedBy } from './feed.js';

export type ItemPrice = Readonly<Record<string, unknown>>;

export interface PricedThing {
  readonly sku: string;
  readonly region: string;
  readonly zone?: string;
  readonly currency: string;
}

/** First hour of the second and third price step of an hourly price (Tencent's billing page: 96 h and 360 h of a run). */
const STEP_HOURS = [0, 96, 360] as const;

const TERMS = [
  ['', 1, 'month'],
  ['OneYear', 12, 'term'],
  ['ThreeYear', 36, 'term'],
  ['FiveYear', 60, 'term'],
] as const;

/** Rates of one item: hourly ones by step, or prepaid ones by term. Zero and null mean "does not apply". */
export function tencentRows(
  price: ItemPrice,
  chargeType: 'POSTPAID_BY_HOUR' | 'PREPAID' | 'SPOTPAID',
  thing: PricedThing,
  settings: FeedSettings,
): readonly PriceRow[] {
  const base = {
    provider: settings.provider,
    region: thing.region,
    ...(thing.zone === undefined ? {} : { zone: thing.zone }),
    sku: thing.sku,
    skuKind: 'instance',
    currency: thing.currency,
    effectiveFrom: null,
    ...statedBy(settings),
  } as const;
  if (chargeType === 'PREPAID') {
    return TERMS.flatMap(([name, termMonths, unit]) => {
      const paid = choose(price, `OriginalPrice${name}`, `DiscountPrice${name}`, settings);
      if (paid === undefined) return [];
      // The price of a period that was asked for is the sum over it.
      const asked = name === '' ? (settings.termMonths ?? 1) : termMonths;
      return [
        {
          ...base,
          billingMode: 'subscription' as const,
          termMonths: asked,
          unit: asked === 1 ? ('month' as const) : ('term' as const),
          price: amountText(paid.amount),
          ...conditions(paid.list, paid.amount, unit),
        },
      ];
    });
  }
  const steps = ['', 'SecondStep', 'ThirdStep'].flatMap((name, index) => {
    const paid = choose(price, `UnitPrice${name}`, `UnitPriceDiscount${name}`, settings);
    return paid === undefined ? [] : [{ ...paid, from: STEP_HOURS[index] ?? 0 }];
  });
  const first = steps[0];
  if (first === undefined || first.from !== 0) return [];
  const isStepped = steps.some((step) => !step.amount.eq(first.amount));
  return (isStepped ? steps : [first]).map((step, index, all) => {
    const to = all[index + 1]?.from;
    return {
      ...base,
      billingMode: chargeType === 'SPOTPAID' ? ('spot' as const) : ('on-demand' as const),
      unit: 'hour' as const,
      price: amountText(step.amount),
      ...(isStepped ? { tierFrom: step.from, ...(to === undefined ? {} : { tierTo: to }) } : {}),
      ...conditions(step.list, step.amount, 'hour'),
    };
  });
}

function choose(
  price: ItemPrice,
  listName: string,
  paidName: string,
  settings: FeedSettings,
): { readonly amount: Decimal; readonly list: Decimal | undefined } | undefined {
  const list = positive(price[listName]);
  const paid = positive(price[paidName]);
  const amount = settings.basis === 'list' ? (list ?? paid) : (paid ?? list);
  return amount === undefined ? undefined : { amount, list };
}

function positive(value: unknown): Decimal | undefined {
  if (typeof value !== 'string' || isAbsent(value)) return undefined;
  const amount = readAmount(value);
  return amount === undefined || amount.isZero() ? undefined : amount;
}

function conditions(list: Decimal | undefined, amount: Decimal, unit: string): { conditions?: string } {
  return list === undefined || list.eq(amount) ? {} : { conditions: `list price ${amountText(list)} a ${unit}` };
}

/** `ap-guangzhou-3` lies in `ap-guangzhou`. */
export function regionOfZone(zone: string): string {
  return zone.replace(/-\d+$/, '');
}
