import { describe, expect, it } from 'vitest';
import { commitmentsOf } from '../../../src/engine/pricing/existing.js';
import { seedCatalogue } from '../../support/seed-catalogue.js';

const catalogue = seedCatalogue();
const offersOf = (instanceType: string, region: string, provider?: string) => {
  const stated = {
    instanceType,
    region,
    count: 1,
    until: '2027-01-01',
    ...(provider === undefined ? {} : { provider }),
  };
  const [commitment] = commitmentsOf(catalogue, [stated]);
  return catalogue.offers
    .filter((offer) => commitment?.isOf(offer))
    .map((offer) => `${offer.provider.id}/${offer.type.id}/${offer.region.id}`);
};
const GN7 = ['tencent/GN7.2XLARGE32/ap-guangzhou'];

describe('servers that are paid for already', () => {
  it.each([
    ['GN7.2XLARGE32', 'ap-guangzhou', undefined],
    ['gn7.2xlarge32', 'AP-Guangzhou', 'tencent'],
    ['tencent/GN7.2XLARGE32', 'ap-guangzhou', undefined],
    ['GN7-2XLARGE32', '广州', 'Tencent Cloud'],
  ])('are found as %s in %s of %s', (instanceType, region, provider) => {
    expect(offersOf(instanceType, region, provider)).toEqual(GN7);
  });

  it('are none of another provider, of a family, or of a type that nobody has', () => {
    expect(offersOf('GN7.2XLARGE32', 'ap-guangzhou', 'alibaba')).toEqual([]);
    expect(offersOf('alibaba/GN7.2XLARGE32', 'ap-guangzhou')).toEqual([]);
    expect(offersOf('GN7', 'ap-guangzhou')).toEqual([]);
    expect(offersOf('GN7.99XLARGE', 'ap-guangzhou')).toEqual([]);
    expect(offersOf('GN7.2XLARGE32', 'nowhere')).toEqual([]);
  });
});
