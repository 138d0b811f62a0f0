import { describe, expect, it } from 'vitest';
import { lastDayOf } from '../../src/feeds/azure-machine.js';
import { fixture, readFeed } from './read-feed.js';

describe('azure-retail', () => {
  it('reads system and spot out of the words, and the total of a reservation', async () => {
    const { lines } = await readFeed('azure-retail', fixture('azure-retail.json'));
    expect(lines).toEqual([
      'Standard_NC24ads_Z9_v9 testregion on-demand 3.673 USD/hour',
      'Standard_NC24ads_Z9_v9 testregion savings-plan 12m 2.5711 USD/hour',
      'Standard_NC24ads_Z9_v9 testregion savings-plan 36m 1.8365 USD/hour',
      'Standard_NC24ads_Z9_v9 testregion windows on-demand 4.777 USD/hour',
      'Standard_NC24ads_Z9_v9 testregion spot 0.7346 USD/hour',
      // "1 Hour" says the unit; 19,000 is the year: 19000 / 8760 = 2.17 an hour
      'Standard_NC24ads_Z9_v9 testregion reserved 12m 19000 USD/term',
      // The placeholder of a meter that is not on sale yet passes as read; the price checks hold it back.
      'Standard_ND96_Z10_v9 testregion on-demand 0 USD/hour',
    ]);
  });

  it('says what it left out', async () => {
    const { skipped } = await readFeed('azure-retail', fixture('azure-retail.json'));
    expect(skipped).toEqual({
      'skipped-low-priority': 1,
      'skipped-dev-test': 1,
      'skipped-not-on-sale': 1,
      'skipped-no-accelerator': 1,
      'skipped-other-product': 1,
    });
  });

  it('reads pages put one after another, and pages in an array', async () => {
    const page = fixture('azure-retail.json').toString();
    const once = (await readFeed('azure-retail', page)).rows.length;
    expect((await readFeed('azure-retail', `${page}\n${page}`)).rows).toHaveLength(2 * once);
    expect((await readFeed('azure-retail', `[${page},${page}]`)).rows).toHaveLength(2 * once);
  });
});

describe('the end of a price', () => {
  it('at midnight is the end of the day before', () => {
    expect(lastDayOf('2030-03-01T00:00:00Z')).toBe('2030-02-28');
    expect(lastDayOf('2030-02-28T23:59:59Z')).toBe('2030-02-28');
    expect(lastDayOf('2030-02-28')).toBe('2030-02-28');
    expect(lastDayOf('')).toBeUndefined();
  });
});

describe('azure-price-sheet', () => {
  it('divides "100 Hours" and "10 Hours", and keeps the region in its words for the catalogue to resolve', async () => {
    const { lines, skipped, unreadable } = await readFeed('azure-price-sheet', fixture('azure-price-sheet.csv'));
    expect(lines).toEqual([
      'Standard_NC24ads_Z9_v9 EU West on-demand 3.3057 EUR/hour',
      'Standard_NC24ads_Z9_v9 EU West spot 0.7346 EUR/hour',
      'Standard_NC24ads_Z9_v9 EU West windows on-demand 4.777 EUR/hour',
      'Standard_NC24ads_Z9_v9 EU West reserved 36m 40000 EUR/term',
      'Standard_NC24ads_Z9_v9 EU West savings-plan 12m 2.5 EUR/hour',
    ]);
    expect(skipped).toEqual({ 'skipped-other-product': 1 });
    expect(unreadable).toMatchObject([
      { line: 8, code: 'unreadable-unit', facts: { field: 'unitOfMeasure', value: '10 Parsecs' } },
    ]);
  });

  it('reads other spellings of the header, semicolons and decimal commas', async () => {
    const camel =
      'meterName,meterCategory,meterSubCategory,meterRegion,unitOfMeasure,unitPrice,billingCurrency\nNC6s v3,Virtual Machines,NCSv3 Series,EU West,10 Hours,30.6,USD\n';
    expect((await readFeed('azure-price-sheet', camel)).lines).toEqual([
      'Standard_NC6s_v3 EU West on-demand 3.06 USD/hour',
    ]);
    const row = 'NC6s v3;Virtuelle Computer;NCSv3 Series;EU West;100 Stunden;1.306,50;EUR';
    for (const german of [
      'Name der Verbrauchseinheit;Kategorie der Verbrauchseinheit;Unterkategorie der Verbrauchseinheit;Region der Verbrauchseinheit;Einheit;Preis pro Einheit;Währung',
      'Name der Verbrauchseinheit (MeterName);Kategorie der Verbrauchseinheit (MeterCategory);Unterkategorie der Verbrauchseinheit (MeterSubCategory);Region der Verbrauchseinheit (MeterRegion);Maßeinheit (UnitOfMeasure);Preis pro Einheit (UnitPrice);Währung (Currency)',
    ])
      expect((await readFeed('azure-price-sheet', `${german}\n${row}\n`)).lines).toEqual([
        'Standard_NC6s_v3 EU West on-demand 13.065 EUR/hour',
      ]);
  });

  it('refuses a file without the columns', async () => {
    await expect(readFeed('azure-price-sheet', 'a,b\n1,2\n')).rejects.toMatchObject({
      code: 'feed-wrong-format',
      facts: { missing: ['meterName', 'meterCategory', 'meterRegion', 'unitOfMeasure', 'unitPrice'] },
    });
  });
});
