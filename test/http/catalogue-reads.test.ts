/** Lists of the catalogue: filters, search, pages, CSV, ETags. */
import { describe, expect, it } from 'vitest';
import { CATALOGUE_KIND_NAMES } from '../../src/application/catalogue-kinds.js';
import { testApp } from '../support/app.js';
import { seedPorts } from '../support/seed.js';

const ports = seedPorts();
const { call } = await testApp(ports);
const { catalogue } = ports.reader.current();

// biome-ignore lint/suspicious/noExplicitAny: whatever the list holds.
async function all(url: string, limit = 200): Promise<any[]> {
  const items = [];
  let cursor: string | null = null;
  do {
    const query: string = `${url.includes('?') ? '&' : '?'}limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`;
    const { status, body } = await call('GET', url + query);
    expect(status, JSON.stringify(body)).toBe(200);
    items.push(...body.items);
    cursor = body.nextCursor;
  } while (cursor !== null);
  return items;
}

describe.each(CATALOGUE_KIND_NAMES)('%s', (kind) => {
  it('lists every entry once, in the order of keys, however the pages are cut', async () => {
    const items = await all(`/catalogue/${kind}?retired=true`);
    const keys = items.map((item) =>
      item.provider === undefined || kind === 'software-features' ? item.id : `${item.provider}/${item.id}`,
    );
    expect(keys.length).toBe(ports.reader.current().entries(kind).length);
    expect(keys).toEqual([...keys].sort((a, b) => (a < b ? -1 : 1)));
    const small = await all(`/catalogue/${kind}?retired=true&limit=7`.replace('&limit=7', ''), 97);
    expect(small.map((item) => item.id)).toEqual(items.map((item) => item.id));
  });

  it('reads what it lists', async () => {
    const { body } = await call('GET', `/catalogue/${kind}?limit=3`);
    for (const { entry, regions: _regions, prices: _prices, ...item } of body.items) {
      const parts = kind !== 'software-features' && item.provider !== undefined ? [item.provider, item.id] : [item.id];
      const one = await call('GET', `/catalogue/${kind}/${parts.map(encodeURIComponent).join('/')}`);
      expect(one.status).toBe(200);
      expect(one.headers.etag).toBe(entry.etag);
      if (kind !== 'price-areas' && kind !== 'instance-types') expect(one.body).toEqual(item);
    }
  });

  it('answers 404 for what is not there', async () => {
    const single = ['accelerators', 'providers', 'software-features', 'models'].includes(kind);
    expect((await call('GET', `/catalogue/${kind}/${single ? 'none' : 'none/none'}`)).status).toBe(404);
  });
});

describe('filters', () => {
  it('take ranges, with unknown values never inside', async () => {
    const items = await all('/catalogue/accelerators?memoryGiB[gte]=48&memoryGiB[lt]=80');
    expect(items.length).toBeGreaterThan(0);
    for (const { memoryGiB } of items) expect(memoryGiB >= 48 && memoryGiB < 80).toBe(true);
    const expected = [...catalogue.acceleratorsById.values()].filter(
      (a) => a.memoryGiB !== null && a.memoryGiB >= 48 && a.memoryGiB < 80,
    );
    expect(items.length).toBe(expected.length);
  });

  it('take figures that are worked out', async () => {
    const items = await all('/catalogue/instance-types?vcpuPerAccelerator[lte]=8&totalAcceleratorMemoryGiB[gte]=320');
    expect(items.length).toBeGreaterThan(0);
    for (const { vcpu, acceleratorCount, acceleratorMemoryGiB } of items) {
      expect(vcpu / acceleratorCount).toBeLessThanOrEqual(8);
      expect(acceleratorCount * acceleratorMemoryGiB).toBeGreaterThanOrEqual(320);
    }
  });

  it('take several values as any of them, several fields as all of them', async () => {
    const items = await all('/catalogue/instance-types?provider=tencent&provider=alibaba&acceleratorCount=8');
    expect(new Set(items.map((item) => item.provider))).toEqual(new Set(['tencent', 'alibaba']));
    for (const item of items) expect(item.acceleratorCount).toBe(8);
  });

  it.each(['t4', 'T4', 'Tesla T4', 'nvidia-t4'])('take an accelerator as %s', async (name) => {
    const items = await all(`/catalogue/instance-types?accelerator=${encodeURIComponent(name)}&geography=cn`);
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(item.accelerator).toBe('t4');
  });

  it('show date and source of every price', async () => {
    const items = await all('/catalogue/instance-types?accelerator=t4&geography=cn');
    const prices = items.flatMap((item) => item.prices);
    expect(prices.length).toBeGreaterThan(0);
    for (const price of prices) {
      expect(price.source.length).toBeGreaterThan(0);
      expect(price.asOf.length).toBeGreaterThan(0);
    }
  });

  it('keep to the regions of a geography', async () => {
    const items = await all('/catalogue/instance-types?accelerator=t4&geography=hk');
    for (const item of items)
      for (const region of item.regions)
        expect(catalogue.regionsByKey.get(`${item.provider}/${region}`)?.geography).toBe('hk');
  });

  it('say which names an unknown or ambiguous one could mean', async () => {
    const unknown = await call('GET', '/catalogue/instance-types?accelerator=H9000');
    expect([unknown.status, unknown.body.errors[0].parameter, unknown.body.errors[0].code]).toEqual([
      422,
      'accelerator',
      'unknown-accelerator',
    ]);
    const ambiguous = await call('GET', '/catalogue/instance-types?accelerator=A100');
    expect([ambiguous.status, ambiguous.body.errors[0].code]).toEqual([422, 'ambiguous-accelerator']);
    expect(ambiguous.body.errors[0].allowed.length).toBeGreaterThan(1);
    for (const list of ['instance-types', 'regions', 'region-accelerators']) {
      const nowhere = await call('GET', `/catalogue/${list}?geography=zz`);
      expect([nowhere.status, nowhere.body.errors[0].parameter, nowhere.body.errors[0].code]).toEqual([
        422,
        'geography',
        'unknown-geography',
      ]);
      expect(nowhere.body.errors[0].allowed).toContain('apac');
      expect((await call('GET', `/catalogue/${list}?geography=CN`)).status).toBe(200);
    }
  });

  it.each([
    ['acelerator=t4', 'acelerator', 'unknown-parameter'],
    ['memoryGiB[gte]=lots', 'memoryGiB[gte]', 'wrong-type'],
    ['memoryGiB[ge]=4', 'memoryGiB[ge]', 'unknown-parameter'],
    ['limit=0', 'limit', 'out-of-range'],
    ['limit=201', 'limit', 'out-of-range'],
    ['limit=ten', 'limit', 'wrong-type'],
    ['saleStatus=on-sale', 'saleStatus', 'not-allowed'],
    ['search=', 'search', 'wrong-length'],
    ['retired=perhaps', 'retired', 'wrong-type'],
  ])('refuse %s', async (query, parameter, code) => {
    const { status, body } = await call('GET', `/catalogue/instance-types?${query}`);
    expect([status, body.errors[0].parameter, body.errors[0].code]).toEqual([400, parameter, code]);
  });
});

describe('search', () => {
  it.each([
    ['/catalogue/accelerators', 'a100 sxm 80gb', 'a100-sxm4-80gb'],
    ['/catalogue/accelerators', 'RTX4090', 'rtx-4090'],
    ['/catalogue/models', 'qwen3 32b', 'qwen3-32b'],
    ['/catalogue/regions?provider=tencent', 'guang zhou', 'ap-guangzhou'],
    ['/catalogue/regions?provider=tencent', '广州', 'ap-guangzhou'],
    ['/catalogue/instance-families', 'gn7', 'GN7'],
  ])('%s finds %s', async (url, text, id) => {
    const items = await all(`${url}${url.includes('?') ? '&' : '?'}search=${encodeURIComponent(text)}`);
    expect(items.map((item) => item.id)).toContain(id);
  });

  it('finds nothing in nonsense', async () => {
    expect(await all('/catalogue/accelerators?search=zzzz')).toEqual([]);
    expect(await all('/catalogue/accelerators?search=--')).toEqual([]);
  });
});

describe('retired entries', () => {
  it('are there only when asked for', async () => {
    const present = await all('/catalogue/instance-types');
    const with_ = await all('/catalogue/instance-types?retired=true');
    expect(present.some((item) => item.entry.isRetired)).toBe(false);
    expect(with_.filter((item) => !item.entry.isRetired).length).toBe(present.length);
  });
});

describe('cursors', () => {
  it('open only the list that they were made for', async () => {
    const { body } = await call('GET', '/catalogue/instance-types?limit=1');
    const again = (query: string) => call('GET', `/catalogue/${query}`);
    expect((await again(`instance-types?limit=50&cursor=${body.nextCursor}`)).status).toBe(200);
    for (const query of [
      `instance-types?limit=1&cursor=${body.nextCursor}x`,
      `instance-types?limit=1&provider=aws&cursor=${body.nextCursor}`,
      `accelerators?limit=1&cursor=${body.nextCursor}`,
      'instance-types?cursor=e30',
      `instance-types?cursor=${Buffer.from('["a","b"]').toString('base64url')}`,
    ]) {
      const reply = await again(query);
      expect([reply.status, reply.body.code], query).toEqual([400, 'invalid-cursor']);
    }
  });

  it('stand in the header Link, too', async () => {
    const { headers, body } = await call('GET', '/catalogue/providers?limit=2');
    const next = /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '')?.[1] ?? '';
    const second = await call('GET', next);
    expect(second.status).toBe(200);
    expect(second.body.items[0].id > body.items[1].id).toBe(true);
  });
});

describe('CSV', () => {
  it('comes when it is liked better', async () => {
    const { headers, text } = await call('GET', '/catalogue/accelerators?limit=2', { headers: { accept: 'text/csv' } });
    expect(headers['content-type']).toMatch(/^text\/csv/);
    const [head, first] = text.split('\r\n');
    expect(head).toMatch(/^id,name,aliases,vendor,/);
    expect(first).toMatch(/^[a-z0-9.-]+,/);
    const json = await call('GET', '/catalogue/accelerators?limit=2', {
      headers: { accept: 'text/csv;q=0.5, application/json' },
    });
    expect(json.headers['content-type']).toMatch(/^application\/json/);
  });

  it('is no place for a formula', async () => {
    const [first, ...rest] = seedPorts().reader.current().entries('accelerators');
    if (first === undefined) throw new Error('no accelerators');
    const hostile = { ...first, facts: { ...first.facts, name: '=cmd|calc!A1' } };
    const view = ports.reader.current();
    const reader = {
      current: () => ({ ...view, entries: () => [hostile, ...rest] }),
      refresh: async () => undefined,
    };
    const other = await testApp({ ...ports, reader });
    const { text } = await other.call('GET', '/catalogue/accelerators?limit=1', { headers: { accept: 'text/csv' } });
    expect(text).toContain(`'=cmd|calc!A1`);
    expect(text).not.toMatch(/(^|,)"?=cmd/m);
  });

  it('nothing else comes', async () => {
    const { status, body } = await call('GET', '/catalogue/accelerators', { headers: { accept: 'application/xml' } });
    expect([status, body.code]).toEqual([406, 'not-acceptable']);
  });
});

describe('ETags', () => {
  it.each(['/catalogue/accelerators?limit=5', '/catalogue/accelerators/t4', '/scenarios', '/openapi.json'])(
    '%s is not sent twice to one who has it',
    async (url) => {
      const first = await call('GET', url);
      expect(first.headers.etag).toMatch(/^"[^"]+"$/);
      const etag = first.headers.etag ?? '';
      const again = await call('GET', url, { headers: { 'if-none-match': `"other", ${etag}` } });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers.etag).toBe(etag);
      expect((await call('GET', url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    },
  );

  it('replies say how old the catalogue is', async () => {
    const { headers } = await call('GET', '/catalogue/accelerators?limit=1');
    expect([headers['catalogue-age'], headers.warning]).toEqual(['0', undefined]);
  });
});

describe('the matrix of regions and accelerators', () => {
  it('says what is offered where', async () => {
    const { body } = await call('GET', '/catalogue/region-accelerators?provider=tencent&geography=cn');
    const guangzhou = body.regions.find((row: { region: string }) => row.region === 'ap-guangzhou');
    expect(guangzhou.accelerators.map((cell: { accelerator: string }) => cell.accelerator)).toContain('t4');
    for (const row of body.regions) expect([row.provider, row.geography]).toEqual(['tencent', 'cn']);
  });
});
