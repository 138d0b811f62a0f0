/** Every price component: its example is billed where its price is known, named where it is not, and 0 is 0. */
import { describe, expect, it } from 'vitest';
import type { PriceUnit, SkuKind } from '../../../src/engine/catalogue/price.js';
import { COMPONENTS } from '../../../src/engine/pricing/components/index.js';
import { openPricing } from '../../../src/engine/pricing/index.js';
import { StorageNeed } from '../../../src/engine/pricing/schemas.js';
import { offerOf, type RowInput, smallCatalogue } from '../../support/catalogue.js';
import { fleet, question } from './support.js';

const service = (skuKind: SkuKind, unit: PriceUnit, sku: string = skuKind.toUpperCase()): RowInput => ({
  provider: 'p',
  region: 'r',
  sku,
  skuKind,
  unit,
  price: '1',
});
const EVERYTHING: readonly RowInput[] = [
  service('block-storage', 'GiB-month', 'SSD'),
  service('block-storage-performance', 'MBps-month', 'SSD'),
  service('snapshot', 'GiB-month'),
  service('image', 'GiB-month'),
  service('backup', 'GiB-month'),
  service('egress-traffic', 'GiB'),
  service('egress-bandwidth', 'Mbps-month'),
  service('public-address', 'hour'),
  service('cross-region-traffic', 'GiB'),
  service('cross-region-traffic', 'Mbps-month', 'LINE'),
  service('cross-zone-traffic', 'GiB'),
  service('file-storage', 'GiB-month'),
  service('parallel-file-storage', 'GiB-month'),
  service('object-storage', 'GiB-month'),
  service('object-requests', '10k-requests'),
  service('software-licence', 'licence-hour', 'LICENCE'),
  service('cluster-fee', 'hour', 'CLUSTER'),
];
const SERVER: RowInput = { provider: 'p', region: 'r', sku: 'box', price: '100' };

function billOf(rows: readonly RowInput[], storage: StorageNeed) {
  const catalogue = smallCatalogue({
    regions: [{ provider: 'p', id: 'r' }],
    types: [{ provider: 'p', id: 'box', family: 'F' }],
    storageTypes: [{ provider: 'p', id: 'SSD', kind: 'block', includedPerformanceMBps: 150 }],
    rows: [SERVER, ...rows],
  });
  const pricing = openPricing(catalogue, question({ storage }));
  const bill = pricing.bill(offerOf(catalogue, 'box'), fleet({ unitsAtPeak: 2 }));
  const quick = pricing.quick(offerOf(catalogue, 'box'), fleet({ unitsAtPeak: 2 }));
  if (!bill.unpriced) expect(quick.monthly.toFixed(2)).toBe(bill.monthly?.amount);
  return bill;
}

describe('the registry of price components', () => {
  it('reads every field of StorageNeed, each id once', () => {
    const read = new Set(Object.values(COMPONENTS).flatMap((c) => c.reads));
    expect([...read].sort()).toEqual(Object.keys(StorageNeed.properties).sort());
    for (const [id, component] of Object.entries(COMPONENTS)) expect(component.id).toBe(id);
  });

  it.each(Object.values(COMPONENTS))('$id: adds to the bill where it is priced', (component) => {
    const bill = billOf(EVERYTHING, component.example);
    expect(bill.unpriced).toBe(false);
    expect(Number(bill.monthly?.amount)).toBeGreaterThan(146000);
    expect(bill.lines.some((line) => line.component === component.id)).toBe(true);
  });

  it.each(Object.values(COMPONENTS))('$id: is named as unpriced where its price is unknown', (component) => {
    const bill = billOf([], component.example);
    expect(bill.unpriced).toBe(true);
    expect(bill.unpricedItems.some((item) => item.component === component.id)).toBe(true);
    expect(bill.monthly?.amount).toBe('146000.00');
    // How much it is stays known.
    for (const line of bill.lines.filter(({ amount }) => amount === null)) expect(line.quantity).toBeGreaterThan(0);
  });

  it('shows what would be billed of a part without a price: for each server, or once', () => {
    const line = (component: string, storage: StorageNeed) => {
      const found = billOf([], storage).lines.find((l) => l.component === component);
      return found === undefined ? null : { quantity: found.quantity, unit: found.unit, unitPrice: found.unitPrice };
    };
    // two servers
    expect(line('system-disk', { systemDiskGiB: 100 })).toEqual({ quantity: 200, unit: 'GiB', unitPrice: null });
    expect(line('object-storage', { objectStorageGiB: 500 })).toEqual({ quantity: 500, unit: 'GiB', unitPrice: null });
  });

  it('tells 0 from not stated', () => {
    expect(billOf([], { egressGiBPerMonth: 0 }).lines).toHaveLength(2);
    expect(billOf([], { egressGiBPerMonth: 0 }).unpriced).toBe(false);
    expect(billOf([], {}).lines).toHaveLength(1);
  });

  it('bills per-server parts by the servers and plan parts once', () => {
    expect(billOf(EVERYTHING, { systemDiskGiB: 50 }).monthly?.amount).toBe((146000 + 2 * 50).toFixed(2));
    expect(billOf(EVERYTHING, { snapshotGiB: 50 }).monthly?.amount).toBe((146000 + 50).toFixed(2));
    expect(billOf(EVERYTHING, { licences: [{ sku: 'LICENCE', quantity: 3, perServer: true }] }).monthly?.amount).toBe(
      (146000 + 2 * 3 * 730).toFixed(2),
    );
    expect(billOf(EVERYTHING, { dataDiskGiB: 100, diskThroughputMBps: 170 }).monthly?.amount).toBe(
      (146000 + 2 * (100 + 20)).toFixed(2),
    );
  });

  it('counts a gigabyte as it is meant: 2^30 bytes by the GiB, 10^9 by the GB, by the hour or the month', () => {
    const disk = (unit: PriceUnit, price: string) =>
      billOf([{ ...service('block-storage', unit, 'SSD'), price }], { dataDiskGiB: 100 }).monthly?.amount;
    // Two servers with 100 GiB each, which are 107.3741824 GB each.
    expect(disk('GiB-month', '1')).toBe((146000 + 2 * 100).toFixed(2));
    expect(disk('GB-month', '1')).toBe((146000 + 2 * 107.3741824).toFixed(2));
    expect(disk('GiB-hour', '0.01')).toBe((146000 + 2 * 100 * 7.3).toFixed(2));
    expect(disk('GB-hour', '0.01')).toBe((146000 + 2 * 107.3741824 * 7.3).toFixed(2));
  });

  it('reads tiers of a licence by the vCPUs of the server', () => {
    const tiers: RowInput[] = [
      { ...service('software-licence', 'hour', 'RHEL'), price: '0.06', tierFrom: 0, tierTo: 5 },
      { ...service('software-licence', 'hour', 'RHEL'), price: '0.13', tierFrom: 5 },
    ];
    expect(billOf(tiers, { licences: [{ sku: 'RHEL', quantity: 1, perServer: true }] }).monthly?.amount).toBe(
      (146000 + 2 * 0.13 * 730).toFixed(2),
    );
  });

  it("does not take an object store's traffic for a server's", () => {
    const catalogue = smallCatalogue({
      regions: [{ provider: 'p', id: 'r' }],
      types: [{ provider: 'p', id: 'box', family: 'F' }],
      storageTypes: [
        { provider: 'p', id: 'OBJ_STANDARD', kind: 'object' },
        { provider: 'p', id: 'OBJ_ARCHIVE', kind: 'object' },
      ],
      rows: [
        SERVER,
        { ...service('egress-traffic', 'GiB', 'OBJ_EGRESS'), price: '0.1' },
        { ...service('egress-traffic', 'GiB', 'EGRESS_TRAFFIC'), price: '0.12' },
        { ...service('object-storage', 'GiB-month', 'OBJ_STANDARD'), price: '0.02' },
        { ...service('object-storage', 'GiB-month', 'OBJ_ARCHIVE'), price: '0.005' },
      ],
    });
    const bill = openPricing(catalogue, question({ storage: { egressGiBPerMonth: 100, objectStorageGiB: 100 } })).bill(
      offerOf(catalogue, 'box'),
      fleet(),
    );
    expect(bill.lines.map((l) => [l.sku, l.amount]).slice(1)).toEqual([
      ['EGRESS_TRAFFIC', '12.00'],
      ['OBJ_STANDARD', '2.00'],
    ]);
  });
});
