/** The small pure parts of the HTTP layer. */
import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/application/problems.js';
import { isTooDeep, MAX_DEPTH } from '../../src/http/plugins/bodies.js';
import { languageOf } from '../../src/http/plugins/language.js';
import { faultFinder } from '../../src/http/plugins/validation.js';
import { negotiate } from '../../src/http/wire/accept.js';
import { csv } from '../../src/http/wire/csv.js';

describe('languageOf', () => {
  it.each([
    ['zh', 'zh'],
    ['zh-Hans-CN', 'zh'],
    ['ZH-tw;q=0.8, en;q=0.7', 'zh'],
    ['en-GB', 'en'],
    ['en, zh', 'en'],
    ['zh;q=0', 'en'],
    ['*', 'en'],
    ['zh;q=banana', 'zh'],
    ['', 'en'],
    [','.repeat(10_000), 'en'],
  ] as const)('%s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});

describe('negotiate', () => {
  const types = ['application/json', 'text/csv'] as const;
  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/csv', 'text/csv'],
    ['text/*', 'text/csv'],
    ['text/html, */*;q=0.1', 'application/json'],
    ['application/json;q=0.2, text/csv;q=0.9', 'text/csv'],
    ['text/csv;q=0, */*', 'application/json'],
  ])('%s', (header, type) => {
    expect(negotiate(header, [...types])).toBe(type);
  });

  it('refuses what it does not have', () => {
    expect(() => negotiate('image/png', [...types])).toThrow(Problem);
    expect(() => negotiate('application/json;q=0, text/csv;q=0', [...types])).toThrow(Problem);
  });
});

describe('isTooDeep', () => {
  it('counts brackets, but not those within strings', () => {
    expect(isTooDeep(`${'['.repeat(MAX_DEPTH)}${']'.repeat(MAX_DEPTH)}`)).toBe(false);
    expect(isTooDeep('['.repeat(MAX_DEPTH + 1))).toBe(true);
    expect(isTooDeep(JSON.stringify('[{'.repeat(1000)))).toBe(false);
    expect(isTooDeep(`"\\"${'['.repeat(100)}"`)).toBe(false);
    expect(isTooDeep(`"\\\\"${'['.repeat(100)}`)).toBe(true);
    expect(isTooDeep(JSON.stringify(Array.from({ length: 1000 }, () => [[]])))).toBe(false);
  });
});

describe('csv', () => {
  it('quotes what needs it, and defuses formulas', () => {
    expect(
      csv(
        ['a', 'b'],
        [
          ['x,y', 'say "hi"'],
          ['line\nbreak', null],
          ['=1+1', '@x'],
          ['+1', -1],
          [['a'], { b: 1 }],
        ],
      ),
    ).toBe('a,b\r\n"x,y","say ""hi"""\r\n"line\nbreak",\r\n\'=1+1,\'@x\r\n\'+1,-1\r\n"[""a""]","{""b"":1}"\r\n');
  });
});

describe('faultFinder', () => {
  const number = { type: 'number', minimum: 1, maximum: 10 };
  const range = {
    type: 'object',
    required: ['low', 'high'],
    additionalProperties: false,
    properties: { low: number, high: number },
  };
  const find = faultFinder({
    type: 'object',
    additionalProperties: false,
    properties: {
      mode: { anyOf: [{ type: 'string', const: 'on' }, { type: 'string', const: 'off' }, { type: 'null' }] },
      load: { anyOf: [number, range] },
      loads: { type: 'array', items: { anyOf: [number, { anyOf: [range, { type: 'null' }] }] } },
    },
  });
  const codes = (value: unknown) => find(value).map((error) => `${error.pointer} ${error.code}`);

  it('tells of alternatives only the one that was meant', () => {
    expect(codes({ load: 0 })).toEqual(['/load out-of-range']);
    expect(codes({ load: { low: 1 } })).toEqual(['/load/high required']);
    expect(codes({ load: { low: 1, high: 99, mid: 2 } }).sort()).toEqual([
      '/load/high out-of-range',
      '/load/mid unknown-field',
    ]);
    expect(codes({ load: true })).toEqual(['/load wrong-type']);
    expect(codes({ loads: [1, 'x', { low: 0, high: 2 }, null] }).sort()).toEqual([
      '/loads/1 wrong-type',
      '/loads/2/low out-of-range',
    ]);
  });

  it('offers the accepted words, nearest first', () => {
    expect(find({ mode: 'of' })[0]).toMatchObject({ pointer: '/mode', code: 'not-allowed', allowed: ['off', 'on'] });
    expect(codes({ mode: 1 })).toEqual(['/mode wrong-type']);
  });

  it('never tells more than a hundred, nor of one place twice', () => {
    const loads = Array.from({ length: 500 }, () => 'x');
    expect(find({ loads })).toHaveLength(100);
    expect(new Set(codes({ loads })).size).toBe(100);
  });

  it('escapes what a pointer needs escaped', () => {
    expect(codes({ 'a/b~c': 1 })).toEqual(['/a~1b~0c unknown-field']);
  });
});
