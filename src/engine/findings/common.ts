/** Findings that any scenario may state. `{name}` is filled from the facts. */
export const COMMON_FINDINGS = {
  'assumed-default': {
    en: 'You did not state {field}; {value} was assumed.',
    zh: '未提供 {field}，按 {value} 估算。',
  },
  'configuration-field-idle': {
    en: '{field} changes nothing in this configuration.',
    zh: '{field} 对此配置没有影响。',
  },
  'month-is-730-hours': {
    en: 'A month is counted as {hoursPerMonth} hours.',
    zh: '一个月按 {hoursPerMonth} 小时计。',
  },
  'goal-not-kept': {
    en: '{goal} is expected to be {expected}: the goal of {limit} is missed.',
    zh: '{goal} 预计为 {expected}，未达到 {limit} 的目标。',
  },
  'goal-not-safe': {
    en: '{goal} is expected to be {expected}, which keeps the goal of {limit}; at the slow end of the estimate it is {high}: test before you rely on it.',
    zh: '{goal} 预计为 {expected}，满足 {limit} 的目标；但按区间最慢值为 {high}：依赖前请先实测。',
  },
  'goal-safe': {
    en: '{goal} keeps the goal of {limit} even at the slow end of the estimate ({high}).',
    zh: '{goal} 即使按区间最慢值（{high}）也满足 {limit} 的目标。',
  },
} as const satisfies Record<string, { en: string; zh: string }>;
