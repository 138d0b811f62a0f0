/** What can be wrong with the shape of a request, in English and Chinese. `{name}` is filled from the facts. */
import { CLOCK_PATTERN, CURRENCY_PATTERN, DAY_PATTERN, DECIMAL_PATTERN, MONTH_PATTERN } from '../engine/units.js';
import type { Sentence } from './problems.js';

export const SHAPE_FAULTS = {
  required: { en: '{field} is missing.', zh: '缺少 {field}。' },
  'unknown-field': { en: 'There is no field "{field}" here.', zh: '此处没有字段 “{field}”。' },
  'misplaced-field': {
    en: 'There is no field "{field}" here; it belongs at {places}.',
    zh: '此处没有字段 “{field}”；它应位于 {places}。',
  },
  'unknown-parameter': { en: 'There is no parameter "{field}" here.', zh: '此处没有参数 “{field}”。' },
  'wrong-type': { en: 'Expected {expected}, got {given}.', zh: '应为 {expected}，实际为 {given}。' },
  'out-of-range': { en: 'Must be {expected}; got {given}.', zh: '须为 {expected}，实际为 {given}。' },
  'wrong-length': { en: 'Must have {expected}.', zh: '长度须满足：{expected}。' },
  'wrong-pattern': { en: 'Must be {expected}.', zh: '须为 {expected}。' },
  'wrong-format': { en: 'Must be a {expected}.', zh: '格式须为 {expected}。' },
  'not-allowed': { en: '{given} is not one of the accepted values.', zh: '{given} 不在可接受的取值之中。' },
  'repeated-item': { en: 'Items {first} and {second} are the same.', zh: '第 {first} 项与第 {second} 项重复。' },
  'no-shape-fits': { en: 'None of the accepted shapes fits.', zh: '不符合任何可接受的结构。' },
  'invalid-shape': { en: 'This does not have the right shape.', zh: '结构不正确。' },
} as const satisfies Record<string, { en: string; zh: string }>;

/** Words for the types of JSON. */
export const TYPE_WORDS: Readonly<Record<string, Sentence>> = {
  integer: { en: 'integer', zh: '整数' },
  number: { en: 'number', zh: '数值' },
  string: { en: 'string', zh: '字符串' },
  boolean: { en: 'boolean', zh: '布尔值' },
  object: { en: 'object', zh: '对象' },
  array: { en: 'list', zh: '数组' },
  null: { en: 'null', zh: 'null' },
  value: { en: 'value', zh: '取值' },
};

/** What a text must look like, by the pattern of its schema; a pattern without words of its own is shown as it is. */
export const PATTERN_WORDS: ReadonlyMap<string, Sentence> = new Map([
  [DAY_PATTERN, { en: 'a day as YYYY-MM-DD', zh: '日期，格式 YYYY-MM-DD' }],
  [CURRENCY_PATTERN, { en: 'three capital letters, e.g. CNY', zh: '三个大写字母，如 CNY' }],
  [DECIMAL_PATTERN, { en: 'an amount as text, e.g. "5000.00"', zh: '以文本表示的金额，如 "5000.00"' }],
  [MONTH_PATTERN, { en: 'a month as YYYY-MM', zh: '月份，格式 YYYY-MM' }],
  [CLOCK_PATTERN, { en: 'a time as HH:MM', zh: '时间，格式 HH:MM' }],
]);

export type ShapeFaultCode = keyof typeof SHAPE_FAULTS;
