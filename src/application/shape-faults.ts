/** What can be wrong with the shape of a request, in English and Chinese. `{name}` is filled from the facts. */
export const SHAPE_FAULTS = {
  required: { en: '{field} is missing.', zh: '缺少 {field}。' },
  'unknown-field': { en: 'There is no field "{field}" here.', zh: '此处没有字段 “{field}”。' },
  'unknown-parameter': { en: 'There is no parameter "{field}" here.', zh: '此处没有参数 “{field}”。' },
  'wrong-type': { en: 'Expected {expected}, got {given}.', zh: '应为 {expected}，实际为 {given}。' },
  'out-of-range': { en: 'Must be {expected}; got {given}.', zh: '须为 {expected}，实际为 {given}。' },
  'wrong-length': { en: 'Must have {expected}.', zh: '长度须满足：{expected}。' },
  'wrong-pattern': { en: 'Must match {expected}.', zh: '须匹配 {expected}。' },
  'wrong-format': { en: 'Must be a {expected}.', zh: '格式须为 {expected}。' },
  'not-allowed': { en: '{given} is not one of the accepted values.', zh: '{given} 不在可接受的取值之中。' },
  'repeated-item': { en: 'Items {first} and {second} are the same.', zh: '第 {first} 项与第 {second} 项重复。' },
  'no-shape-fits': { en: 'None of the accepted shapes fits.', zh: '不符合任何可接受的结构。' },
  'invalid-shape': { en: 'This does not have the right shape.', zh: '结构不正确。' },
} as const satisfies Record<string, { en: string; zh: string }>;

export type ShapeFaultCode = keyof typeof SHAPE_FAULTS;
