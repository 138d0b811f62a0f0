import { describe, expect, it } from 'vitest';
import { type JsonRecord, jsonRecords, parseKeepingNumbers, type Selector } from '../../src/feeds/json-records.js';
import { fixture, pieces } from './read-feed.js';

async function collect(
  input: string | Uint8Array,
  selectors: readonly Selector[],
  size?: number,
): Promise<JsonRecord[]> {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input;
  const records: JsonRecord[] = [];
  for await (const record of jsonRecords(pieces(bytes, size), selectors)) records.push(record);
  return records;
}

describe('json records', () => {
  it('are the same, wherever the text is cut', async () => {
    const text = Buffer.from(
      '\ufeff {"a\\"\\\\": [1, "x]}", {"k":"v\\\\"}], "rows" : [ {"n": 1.10, "s":"中\\u4e2d\\"}"} , [], "t\\\\", -1e-7,true , null ] ,"z":{}} ',
    );
    const selectors = [['rows', '*'], ['z']];
    const whole = await collect(text, selectors);
    expect(whole.map(({ path, value }) => [path.join('.'), value])).toEqual([
      ['rows.0', { n: '1.10', s: '中中"}' }],
      ['rows.1', []],
      ['rows.2', 't\\'],
      ['rows.3', '-1e-7'],
      ['rows.4', true],
      ['rows.5', null],
      ['z', {}],
    ]);
    for (let size = 1; size <= text.length; size++) expect(await collect(text, selectors, size)).toEqual(whole);
  });

  it('agree with JSON.parse on a real shape, byte by byte', async () => {
    const text = fixture('aws-offer.json');
    const parsed = JSON.parse(text.toString()) as { products: object; terms: { OnDemand: object } };
    const records = await collect(
      text,
      [
        ['products', '*'],
        ['terms', 'OnDemand', '*'],
      ],
      1,
    );
    expect(records.filter(({ selector }) => selector === 0).map(({ value }) => value)).toEqual(
      Object.values(parsed.products),
    );
    expect(records.filter(({ selector }) => selector === 1).map(({ value }) => value)).toEqual(
      Object.values(parsed.terms.OnDemand),
    );
  });

  it.each([
    ['{"rows":[1,2', 'cut off'],
    ['{"rows":[1 2]}', 'no comma'],
    ['{"rows":[1],}', 'a comma too many'],
    ['{"rows":[1]]}', 'brackets'],
    ['{rows:[1]}', 'no quotes'],
    ['<html>', 'another language'],
    ['', 'nothing'],
    ['{"rows":[{"a":01}]}', 'a number that is none'],
    [`${'['.repeat(100)}1${']'.repeat(100)}`, 'too deep'],
  ])('refuse %j (%s)', async (text) => {
    await expect(collect(text, [['rows', '*'], Array(99).fill('#')])).rejects.toMatchObject({ code: 'feed-not-json' });
  });

  it('refuse a record that is no record', async () => {
    await expect(collect(`{"rows":["${'x'.repeat(5_000_000)}"]}`, [['rows', '*']])).rejects.toMatchObject({
      code: 'feed-record-too-large',
    });
  });

  it('keep numbers as they are written, and texts as they are', () => {
    expect(parseKeepingNumbers('{"a":1.10,"b":"1.10","c":[0.1e-7,true],"d":"say \\"1.5\\""}')).toEqual({
      a: '1.10',
      b: '1.10',
      c: ['0.1e-7', true],
      d: 'say "1.5"',
    });
    expect(Object.keys(parseKeepingNumbers('{"__proto__":{"x":1},"y":2}') as object)).toEqual(['y']);
  });
});
