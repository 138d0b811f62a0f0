import { describe, expect, it } from 'vitest';
import type { InstanceType } from '../../src/engine/catalogue/instance.js';
import { unitPrice } from '../../src/feeds/gcp-skus.js';
import { instanceType } from '../support/small-catalogue.js';
import { fixture, readFeed } from './read-feed.js';

const machine = (id: string, accelerator: string, count: number, rest: Partial<InstanceType>) =>
  instanceType({ provider: 'testcloud', id, family: 'any', accelerator, acceleratorCount: count, ...rest });

const TYPES = [
  machine('a3-highgpu-8g', 'h100-sxm5-80gb', 8, { vcpu: 208, memoryGiB: 1872, localNvmeGiB: 6000 }),
  machine('a3-megagpu-8g', 'h100-sxm5-80gb', 8, { vcpu: 208, memoryGiB: 1872, localNvmeGiB: 6000 }),
  machine('a4-highgpu-8g', 'b200', 8, { vcpu: 224, memoryGiB: 3968, localNvmeGiB: 12000 }),
  machine('n1-highmem-8', 'v100-sxm2-16gb', 1, { vcpu: 8, memoryGiB: 52, localNvmeGiB: 0 }),
];

describe('gcp-skus', () => {
  it('sums processors, memory, cards and local disks of a machine', async () => {
    const { rows } = await readFeed('gcp-skus', fixture('gcp-skus.json'), { instanceTypes: TYPES });
    const price = (sku: string) =>
      rows.filter(({ row }) => row.sku === sku).map(({ row }) => `${row.region} ${row.billingMode} ${row.price}`);
    // 208 × 0.029917 + 1872 × 0.002606 + 8 × 9.796550569 + 6000 × 0.073 / 730
    // = 6.222736 + 4.878432 + 78.372404552 + 0.6 = 90.073572552
    expect(price('a3-highgpu-8g')).toEqual(['test-1 on-demand 90.073572552']);
    // "Plus" is the card that other regions call "Mega": 6.222736 + 4.878432 + 80 + 0.6
    expect(price('a3-megagpu-8g')).toEqual(['test-1 on-demand 91.701168']);
    // The card's SKU holds the host; the words say spot where usageType says OnDemand: 8 × 3.45
    expect(price('a4-highgpu-8g')).toEqual(['test-1 spot 27.6']);
    // The card alone (2.48, after a free tier) is not the machine: 8 × 0.031611 + 52 × 0.004237 + 2.48 = 2.953212
    expect(price('n1-highmem-8')).toEqual(['test-1 on-demand 2.953212']);
  });

  it('drops a machine of which a part has no price', async () => {
    const { skips } = await readFeed('gcp-skus', fixture('gcp-skus.json'), { instanceTypes: TYPES });
    // test-2 has processors and cards, and no memory.
    expect(skips.filter(({ reason }) => reason === 'skipped-incomplete-parts').map(({ path }) => path)).toEqual([
      'a3-highgpu-8g in test-2, on-demand',
    ]);
  });

  it('leaves out scheduled capacity and what has no price', async () => {
    const { skipped } = await readFeed('gcp-skus', fixture('gcp-skus.json'), { instanceTypes: TYPES });
    expect(skipped).toEqual({
      'skipped-scheduled-capacity': 1,
      'skipped-no-price': 2,
      'skipped-other-product': 1,
      'skipped-incomplete-parts': 1,
    });
  });

  it('adds units and nanos, both with their sign', () => {
    expect(unitPrice({ units: '2', nanos: '930000000' })?.toFixed()).toBe('2.93');
    expect(unitPrice({ units: '-1', nanos: '-750000000' })?.toFixed()).toBe('-1.75');
    expect(unitPrice({ units: '0', nanos: '1' })?.toFixed()).toBe('0.000000001');
  });
});
