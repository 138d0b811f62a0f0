import { describe, expect, it } from 'vitest';
import { sliceFor } from '../../../src/engine/sharing/slice-for.js';
import { seedCatalogue } from '../../support/seed-catalogue.js';

const catalogue = seedCatalogue();
const offerOf = (type: string) => {
  const offer = catalogue.offers.find((o) => o.type.id === type);
  if (offer === undefined) throw new Error(`no offer of ${type}`);
  return offer;
};
const sliceOn = (type: string, memoryGiB: number, computeRatio: number) =>
  sliceFor(catalogue, offerOf(type), { memoryGiB, computeRatio });

describe('the slice of a light load', () => {
  it('is rounded up to the steps of the provider’s own technology', () => {
    // qGPU: 1 GiB and 5 %
    expect(sliceOn('GN7.2XLARGE32', 3.2, 0.12)).toEqual({ technology: 'qgpu', memoryGiB: 4, computeRatio: 0.15 });
  });

  it('is by a technology of the card where the provider has none for the family', () => {
    expect(sliceOn('GI3X.8XLARGE64', 3.2, 0.12)?.technology).toBe('hami');
  });

  it('is none where it would leave less than half of the card', () => {
    expect(sliceOn('GN7.2XLARGE32', 9, 0.12)).toBeNull();
    expect(sliceOn('GN7.2XLARGE32', 3.2, 0.6)).toBeNull();
  });

  it('is none on a part of a card, which is shared already', () => {
    expect(sliceOn('GN7.LARGE20', 1, 0.05)).toBeNull();
  });
});
