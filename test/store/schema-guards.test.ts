/** What the database itself refuses, whoever writes to it. */
import { describe, expect, it } from 'vitest';
import type { Prisma } from '../../src/store/generated/client.js';
import { createTestDatabase } from '../support/database.js';

const { client } = await createTestDatabase();

await client.provider.create({ data: { id: 'acme', facts: { id: 'acme' } } });

let sheets = 0;
async function draft(): Promise<string> {
  sheets += 1;
  const id = `acme-list-${sheets}`;
  await client.priceSheet.create({
    data: { id, provider: 'acme', series: 'list', version: sheets, label: 'List', source: 'test' },
  });
  return id;
}

function rate(sheet: string, changes: Partial<Prisma.PriceRowCreateManyInput> = {}): Prisma.PriceRowCreateManyInput {
  return {
    sheet,
    provider: 'acme',
    region: 'north',
    sku: 'g1.large',
    skuKind: 'instance',
    billingMode: 'on-demand',
    unit: 'hour',
    price: '1.25',
    currency: 'CNY',
    effectiveFrom: new Date('2026-01-01'),
    source: 'test',
    asOf: '2026-01-01',
    confidence: 'official',
    ...changes,
  };
}

describe('price rows', () => {
  it('refuses two rates for the same key on the same day', async () => {
    const sheet = await draft();
    await client.priceRow.create({ data: rate(sheet, { effectiveTo: new Date('2026-07-01') }) });
    await expect(
      client.priceRow.create({ data: rate(sheet, { effectiveFrom: new Date('2026-06-30') }) }),
    ).rejects.toThrow();
    await client.priceRow.create({ data: rate(sheet, { effectiveFrom: new Date('2026-07-01') }) });
    expect(await client.priceRow.count({ where: { sheet } })).toBe(2);
  });

  it('lets an import skip what overlaps and go on', async () => {
    const sheet = await draft();
    const { count } = await client.priceRow.createMany({
      data: [rate(sheet), rate(sheet, { price: '9' }), rate(sheet, { zone: 'north-1' })],
      skipDuplicates: true,
    });
    expect(count).toBe(2);
  });

  it('takes tiers that touch and refuses tiers that overlap', async () => {
    const sheet = await draft();
    const tiered = (tierFrom: number, tierTo?: number) =>
      rate(sheet, { skuKind: 'egress-traffic', unit: 'GB', tierFrom, ...(tierTo ? { tierTo } : {}) });
    await client.priceRow.createMany({ data: [tiered(0, 100), tiered(100, 500), tiered(500)] });
    await expect(client.priceRow.create({ data: tiered(400, 600) })).rejects.toThrow();
  });

  it('keeps rows for the record beside the one that counts', async () => {
    const sheet = await draft();
    await client.priceRow.createMany({
      data: [rate(sheet), rate(sheet, { isComparable: false }), rate(sheet, { isComparable: false })],
    });
  });

  it('takes twelve decimals without loss', async () => {
    const sheet = await draft();
    const row = await client.priceRow.create({ data: rate(sheet, { price: '123456789012345.000000000001' }) });
    expect(row.price.toFixed()).toBe('123456789012345.000000000001');
  });

  it.each([
    ['both a region and an area', { area: 'mainland' }],
    ['neither region nor area', { region: null }],
    ['a negative price', { price: '-1' }],
    ['an unknown billing mode', { billingMode: 'barter' }],
    ['an end that is its start', { effectiveTo: new Date('2026-01-01') }],
    ['an empty tier', { tierFrom: 5, tierTo: 5 }],
    ['a currency that is no code', { currency: 'cny' }],
  ])('refuses %s', async (_, changes) => {
    const sheet = await draft();
    await expect(client.priceRow.create({ data: rate(sheet, changes) })).rejects.toThrow();
  });
});

describe('published price sheets', () => {
  async function published(): Promise<string> {
    const id = await draft();
    await client.priceRow.createMany({ data: [rate(id)] });
    await client.priceSheet.update({ where: { id }, data: { status: 'published', publishedAt: new Date() } });
    return id;
  }

  it('never changes its rows', async () => {
    const sheet = await published();
    await expect(client.priceRow.create({ data: rate(sheet, { sku: 'other' }) })).rejects.toThrow();
    await expect(client.priceRow.updateMany({ where: { sheet }, data: { price: '0.01' } })).rejects.toThrow();
    await expect(client.priceRow.deleteMany({ where: { sheet } })).rejects.toThrow();
    const other = await draft();
    await client.priceRow.createMany({ data: [rate(other)] });
    await expect(client.priceRow.updateMany({ where: { sheet: other }, data: { sheet } })).rejects.toThrow();
  });

  it('never changes itself but for being superseded', async () => {
    const id = await published();
    await expect(client.priceSheet.update({ where: { id }, data: { label: 'Other' } })).rejects.toThrow();
    await expect(client.priceSheet.update({ where: { id }, data: { status: 'draft' } })).rejects.toThrow();
    await expect(client.priceSheet.delete({ where: { id } })).rejects.toThrow();
    await client.priceSheet.update({ where: { id }, data: { status: 'superseded', knownTo: new Date() } });
    await expect(client.priceSheet.update({ where: { id }, data: { status: 'published' } })).rejects.toThrow();
  });

  it('leaves drafts free to change and go', async () => {
    const id = await draft();
    await client.priceRow.createMany({ data: [rate(id)] });
    await client.priceRow.updateMany({ where: { sheet: id }, data: { price: '2' } });
    await client.priceSheet.delete({ where: { id } });
    expect(await client.priceRow.count({ where: { sheet: id } })).toBe(0);
  });
});

describe('audit events', () => {
  it('are only ever added', async () => {
    const event = await client.auditEvent.create({
      data: { actor: 'system', action: 'test', subjectKind: 'provider', subjectId: 'acme' },
    });
    await expect(client.auditEvent.update({ where: { id: event.id }, data: { actor: 'me' } })).rejects.toThrow();
    await expect(client.auditEvent.delete({ where: { id: event.id } })).rejects.toThrow();
    await expect(client.$executeRawUnsafe('TRUNCATE "AuditEvent"')).rejects.toThrow();
  });

  it('cannot be changed by a service role that does not own the tables', async () => {
    await client.$executeRawUnsafe('DROP ROLE IF EXISTS guarded');
    await client.$executeRawUnsafe('CREATE ROLE guarded');
    await client.$queryRawUnsafe(`SELECT grant_service_role('guarded')::text`);
    const [may] = await client.$queryRawUnsafe<Record<string, boolean>[]>(`SELECT
      has_table_privilege('guarded', '"AuditEvent"', 'INSERT') AS add,
      has_table_privilege('guarded', '"AuditEvent"', 'UPDATE') AS change,
      has_table_privilege('guarded', '"AuditEvent"', 'DELETE') AS remove,
      has_table_privilege('guarded', '"PriceSheet"', 'UPDATE') AS work`);
    expect(may).toEqual({ add: true, change: false, remove: false, work: true });
    await client.$executeRawUnsafe('DROP OWNED BY guarded');
    await client.$executeRawUnsafe('DROP ROLE guarded');
  });
});

describe('catalogue rows', () => {
  it('refuses columns and facts that name different things', async () => {
    await expect(client.provider.create({ data: { id: 'one', facts: { id: 'two' } } })).rejects.toThrow();
    const region = { provider: 'acme', id: 'north', geography: 'cn', zones: ['north-1'] };
    await expect(
      client.region.create({ data: { ...region, facts: { ...region, geography: null } } }),
    ).rejects.toThrow();
    await client.region.create({ data: { ...region, facts: region } });
  });

  it('refuses a reference to what does not exist', async () => {
    const type = { provider: 'acme', id: 'g1.large', family: 'nowhere', saleStatus: 'general', accelerator: null };
    await expect(client.instanceType.create({ data: { ...type, facts: type } })).rejects.toThrow();
  });
});

describe('quotes', () => {
  it('never change but to move on, and their history and keys only grow', async () => {
    await client.signingKey.create({ data: { id: 'k', publicKey: 'x' } });
    const at = new Date('2026-01-01');
    const { id } = await client.quote.create({
      data: {
        ...{ tenant: 't', number: 1, document: '{}', contentHash: 'h', signature: 's', signingKeyId: 'k', tags: {} },
        ...{ catalogueVersion: 'v', engineVersion: '1', pricedOn: at, currency: 'CNY', createdBy: 'c' },
        ...{ createdAt: at, expiresAt: at, state: 'draft' },
      },
    });
    await expect(client.quote.update({ where: { id }, data: { document: '{"cheaper":true}' } })).rejects.toThrow();
    await expect(client.quote.delete({ where: { id } })).rejects.toThrow();
    await expect(client.quote.update({ where: { id }, data: { state: 'accepted' } })).rejects.toThrow();
    await client.quote.update({ where: { id }, data: { state: 'issued' } });
    await expect(client.quote.update({ where: { id }, data: { state: 'draft' } })).rejects.toThrow();
    const event = await client.quoteEvent.create({ data: { quoteId: id, at, actor: 'c', toState: 'draft' } });
    await expect(client.quoteEvent.delete({ where: { id: event.id } })).rejects.toThrow();
    await expect(client.signingKey.update({ where: { id: 'k' }, data: { publicKey: 'y' } })).rejects.toThrow();
  });
});
