/** gpuhunt catalogue CSV (v1, v2): a row for each of on-demand and spot, US dollars by the hour; the provider is the file's name. */
import { amountText, isAbsent, readAmount } from './amounts.js';
import { csvRecords } from './csv-records.js';
import { type Feed, sampleOf, statedBy } from './feed.js';

export const gpuhunt: Feed = {
  title: 'gpuhunt catalogue (CSV)',
  needs: [],
  async *read(bytes, settings) {
    const required = ['instance_name', 'location', 'price', 'gpu_count', 'gpu_name', 'spot'];
    for await (const record of csvRecords(bytes, { required })) {
      const place = { line: record.line };
      const sample = sampleOf(record.cells.join(','));
      const count = Number(record.get('gpu_count'));
      const name = record.get('gpu_name').trim();
      if (isAbsent(name) || !(count > 0)) {
        yield { kind: 'skip', ...place, reason: 'skipped-no-accelerator', sample };
        continue;
      }
      const text = record.get('price');
      if (isAbsent(text)) {
        yield { kind: 'skip', ...place, reason: 'skipped-no-price', sample };
        continue;
      }
      const price = readAmount(text);
      if (price === undefined) {
        yield {
          kind: 'unreadable',
          ...place,
          code: 'unreadable-price',
          facts: { field: 'price', value: text },
          sample,
        };
        continue;
      }
      const memory = Number(record.get('gpu_memory'));
      yield {
        kind: 'row',
        ...place,
        row: {
          provider: settings.provider,
          region: record.get('location').trim(),
          sku: record.get('instance_name').trim(),
          skuKind: 'instance',
          billingMode: /^(true|1)$/i.test(record.get('spot').trim()) ? 'spot' : 'on-demand',
          unit: 'hour',
          price: amountText(price),
          currency: settings.currency ?? 'USD',
          effectiveFrom: null,
          ...statedBy(settings),
        },
        hardware: {
          acceleratorName: name,
          acceleratorCount: count,
          ...(memory > 0 ? { acceleratorMemoryGiB: memory } : {}),
        },
      };
    }
  },
};
