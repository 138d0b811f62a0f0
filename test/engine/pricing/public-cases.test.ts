/** Pricing mistakes that users of other tools reported, re-keyed with their sources, as rules that hold here. */
import { describe, expect, it } from 'vitest';
import { openPricing } from '../../../src/engine/pricing/index.js';
import { offerOf, type RowInput, smallCatalogue } from '../../support/catalogue.js';
import { fleet, question } from './support.js';

function billOf(rows: readonly RowInput[], termMonths = 12, modes: string[] = [], count = 1) {
  const catalogue = smallCatalogue({
    providers: [{ id: 'p', currencies: ['USD'] }],
    regions: [{ provider: 'p', id: 'r' }],
    types: [{ provider: 'p', id: 'box', family: 'F', acceleratorCount: count }],
    rows: rows.map((r) => ({ currency: 'USD', region: 'r', ...r })),
  });
  const asked = question({ currency: 'USD', usage: { termMonths }, billingModes: modes as never });
  return openPricing(catalogue, asked).bill(
    offerOf(catalogue, 'box'),
    fleet({ workPerHour: 2, workUnit: 'thousand-images' }),
  );
}
const rate = (price: string, input: Partial<RowInput> = {}): RowInput => ({
  provider: 'p',
  sku: 'box',
  price,
  ...input,
});
const reserved = (price: string, upfront: string, termMonths: number, payment: RowInput['payment']) =>
  rate(price, { billingMode: 'reserved', upfront, termMonths, ...(payment === undefined ? {} : { payment }) });

describe('reported mistakes that must not come back', () => {
  it('spreads an upfront fee over the term and adds it to the hourly rate: 0.068 + 599 / 8760 = 0.13638', () => {
    const bill = billOf([reserved('0.068', '599', 12, 'partial-upfront')], 12, ['reserved']);
    expect(Number(bill.hourly?.amount)).toBeCloseTo(0.068 + 599 / 8760, 5);
    expect(Number(bill.hourly?.amount)).toBeCloseTo(0.13638, 5);
  });
  it('takes a fee with nothing an hour as a price, not as free: 3 years all upfront at 0.073706 an hour (vantage-sh/ec2instances.info#435)', () => {
    const bill = billOf([rate('0.192'), reserved('0', (0.073706 * 26280).toFixed(2), 36, 'all-upfront')], 36);
    expect(Number(bill.hourly?.amount)).toBeCloseTo(0.073706, 5);
    expect(bill.schedule[0]?.cash).toBe((0.073706 * 26280).toFixed(2));
    expect(bill.schedule[1]?.cash).toBe('0.00');
  });
  it('tells amortised cost from what recurs: 1 an hour all upfront recurs at 0 and costs 730 a month (LeanerCloud/CUDly#254)', () => {
    const bill = billOf([rate('1', { billingMode: 'savings-plan', termMonths: 12, payment: 'all-upfront' })], 12, [
      'savings-plan',
    ]);
    expect(bill.monthly?.amount).toBe('730.00');
    expect(bill.schedule.map((m) => m.cash).slice(0, 2)).toEqual(['8760.00', '0.00']);
    expect(bill.schedule.every((m) => m.amortised === '730.00')).toBe(true);
  });
  it('refuses a server that costs nothing (skypilot#3615, infracost#1298)', () => {
    const bill = billOf([rate('0')], 1);
    expect(bill.monthly).toBeNull();
    expect(bill.unpricedItems[0]?.finding.code).toBe('server-unpriced');
    expect(bill.lines[0]).toMatchObject({ quantity: 730, unit: 'server-hour', unitPrice: null, amount: null });
  });
  it('knows no spot price where the feed has none, though on demand is known (infracost#3397, cloud-pricing-api#258)', () => {
    const bill = billOf([rate('2')], 1, ['spot']);
    expect(bill.monthly).toBeNull();
    expect(bill.comparedWith.allOnDemand?.amount).toBe('1460.00');
  });
  it('keeps reserved below on demand by month: 153.59, 104.54, 80.01 (vantage-sh/ec2instances.info#909)', () => {
    const rows = [rate('0.2104'), reserved('0.1432', '0', 12, 'no-upfront'), reserved('0.1096', '0', 36, 'no-upfront')];
    expect(Number(billOf(rows, 1).monthly?.amount)).toBeCloseTo(153.59, 0);
    expect(Number(billOf(rows, 12).monthly?.amount)).toBeCloseTo(104.54, 0);
    expect(Number(billOf(rows, 36).monthly?.amount)).toBeCloseTo(80.01, 0);
  });
  it('multiplies a card price by the cards: 8 × 3 = 24 an hour (opencost#723)', () => {
    expect(billOf([rate('3', { skuKind: 'accelerator-card' })], 1, [], 8).hourly?.amount).toBe('24.000000');
  });
  it('makes a month of 730 hours: 0.90 an hour is 657, not 900 a day (kubecost/cost-analyzer#3)', () => {
    expect(billOf([rate('0.9')], 1).monthly?.amount).toBe('657.00');
  });
  it('prints the region next to every price (cortexlabs/cortex#1735)', () => {
    expect(billOf([rate('0.9')], 1).lines.every((line) => line.region === 'r')).toBe(true);
  });
  it('lets another licence model not overwrite the Linux price (vantage-sh/ec2instances.info#959)', () => {
    expect(
      billOf([rate('1'), rate('0.4', { os: 'windows' }), rate('0.5', { os: 'windows-byol' })], 1).hourly?.amount,
    ).toBe('1.000000');
  });
  it('doubles the cost of a unit of work when a server is half used', () => {
    const unit = (usage: object) => {
      const catalogue = smallCatalogue({
        regions: [{ provider: 'p', id: 'r' }],
        types: [{ provider: 'p', id: 'box', family: 'F' }],
        rows: [{ provider: 'p', region: 'r', sku: 'box', price: '730', billingMode: 'subscription', unit: 'month' }],
      });
      return openPricing(catalogue, question({ usage })).bill(
        offerOf(catalogue, 'box'),
        fleet({ workPerHour: 2, workUnit: 'thousand-images' }),
      ).perUnitOfWork;
    };
    expect(unit({})).toEqual({ amount: '0.500000', currency: 'CNY', unit: 'thousand-images' });
    expect(unit({ hourlyLoad: new Array(24).fill(0.5) })?.amount).toBe('1.000000');
    expect(unit({ hourlyLoad: [...new Array(12).fill(1), ...new Array(12).fill(0)] })?.amount).toBe('1.000000');
  });
  it('prints the region beside every price, so that nobody compares two places unawares (PR-033)', () => {
    const bill = billOf([rate('2')], 1);
    expect(bill.lines.map((line) => [line.component, line.region])).toEqual([['instance', 'r']]);
  });
  it('converts each amount once, at the stated rate, and says in which currency it is (PR-014)', () => {
    const catalogue = smallCatalogue({
      providers: [{ id: 'p', currencies: ['USD'] }],
      regions: [{ provider: 'p', id: 'r' }],
      types: [{ provider: 'p', id: 'box', family: 'F' }],
      rows: [{ provider: 'p', sku: 'box', region: 'r', price: '2', currency: 'USD' }],
    });
    const asked = question({
      currency: 'CNY',
      exchangeRates: [{ from: 'USD', to: 'CNY', rate: '7', asOn: '2026-11-01', source: 'treasury' }],
    });
    const bill = openPricing(catalogue, asked).bill(offerOf(catalogue, 'box'), fleet());
    // 2 USD × 730 h × 7, once.
    expect([bill.currency, bill.monthly]).toEqual(['CNY', { amount: '10220.00', currency: 'CNY' }]);
  });
});
