/** Nothing that is stated is ignored: every field of use, storage and money changes the bill or is named by a finding. */
import { describe, expect, it } from 'vitest';
import { openPricing, type PricingQuestion } from '../../../src/engine/pricing/index.js';
import { StorageNeed, Usage } from '../../../src/engine/pricing/schemas.js';
import { offerOf, smallCatalogue } from '../../support/catalogue.js';
import { fleet, question } from './support.js';

const CATALOGUE = smallCatalogue({
  regions: [{ provider: 'p', id: 'r' }],
  types: [{ provider: 'p', id: 'box', family: 'F' }],
  rows: [{ provider: 'p', region: 'r', sku: 'box', price: '10' }],
});
function answer(asked: Partial<PricingQuestion>, isJob = false): string {
  const pricing = openPricing(CATALOGUE, question(asked));
  const demand = fleet({ unitsAtPeak: 3, runHours: isJob ? 100 : null, isElastic: !isJob, isInterruptible: isJob });
  return JSON.stringify([pricing.findings, pricing.bill(offerOf(CATALOGUE, 'box'), demand)]);
}

const USAGE: Record<keyof Usage, Usage> = {
  hoursPerMonth: { hoursPerMonth: 100 },
  termMonths: { termMonths: 2 },
  hourlyLoad: { hourlyLoad: [...new Array(23).fill(0.5), 1] },
  loadShape: { loadShape: { shape: 'noon-peak' } },
  timeZone: { timeZone: 'Asia/Shanghai' },
  growthRatioPerMonth: { growthRatioPerMonth: 0.1 },
  runsPerMonth: { runsPerMonth: 2 },
  interruptible: { interruptible: true },
  maxSpotRatio: { maxSpotRatio: 0.5 },
  spotOverheadRatio: { spotOverheadRatio: 0.5 },
  maxCommitmentMonths: { maxCommitmentMonths: 0 },
};
const STORAGE: Record<keyof StorageNeed, StorageNeed> = {
  datasetGiB: { datasetGiB: 1 },
  systemDiskGiB: { systemDiskGiB: 1 },
  dataDiskGiB: { dataDiskGiB: 1 },
  diskType: { diskType: 'SSD' },
  diskThroughputMBps: { diskThroughputMBps: 100 },
  snapshotGiB: { snapshotGiB: 0 },
  imageGiB: { imageGiB: 1 },
  backupGiB: { backupGiB: 1 },
  egressGiBPerMonth: { egressGiBPerMonth: 0 },
  egressBandwidthMbps: { egressBandwidthMbps: 1 },
  publicAddresses: { publicAddresses: 1 },
  crossRegionGiBPerMonth: { crossRegionGiBPerMonth: 1 },
  crossRegionBandwidthMbps: { crossRegionBandwidthMbps: 1 },
  crossZoneGiBPerMonth: { crossZoneGiBPerMonth: 1 },
  fileStorageGiB: { fileStorageGiB: 1 },
  fileStorageType: { fileStorageGiB: 1, fileStorageType: 'X' },
  parallelFileStorageGiB: { parallelFileStorageGiB: 1 },
  parallelFileStorageType: { parallelFileStorageGiB: 1, parallelFileStorageType: 'X' },
  objectStorageGiB: { objectStorageGiB: 1 },
  objectStorageType: { objectStorageGiB: 1, objectStorageType: 'X' },
  objectRequestsPerMonth: { objectRequestsPerMonth: 1 },
  licences: { licences: [{ sku: 'X', quantity: 1 }] },
  clusterFees: { clusterFees: [{ sku: 'X', quantity: 1 }] },
};

describe('every stated field', () => {
  it('is listed here', () => {
    expect(Object.keys(USAGE).sort()).toEqual(Object.keys(Usage.properties).sort());
    expect(Object.keys(STORAGE).sort()).toEqual(Object.keys(StorageNeed.properties).sort());
  });
  it.each(Object.entries(USAGE))('usage.%s changes the answer of a service and of a job', (_field, usage) => {
    const interruptible = usage.interruptible ?? false;
    for (const isJob of [false, true]) expect(answer({ usage, interruptible }, isJob)).not.toBe(answer({}, isJob));
  });
  it.each(Object.entries(STORAGE))('storage.%s changes the answer', (field, storage) => {
    const { [field as keyof StorageNeed]: _, ...rest } = storage;
    expect(answer({ storage })).not.toBe(answer({ storage: rest }));
  });
  it.each<[string, Partial<PricingQuestion>]>([
    ['knownAt', { knownAt: '2026-11-29T00:00:00Z' }],
    ['pricedOn', { pricedOn: '2026-10-01' }],
    ['currency', { currency: 'USD' }],
    ['exchangeRates', { exchangeRates: [{ from: 'EUR', to: 'CNY', rate: '8', asOn: '2026-11-01', source: 'x' }] }],
    ['billingModes', { billingModes: ['subscription'] }],
    ['existing', { existing: [{ instanceType: 'other', region: 'r', count: 1, until: '2027-01-01' }] }],
  ])('%s changes the answer', (_field, asked) => {
    expect(answer(asked)).not.toBe(answer({}));
  });
});
