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
  'load-not-borne': {
    en: '{metric} is expected to be {expected}: the load of {load} is not borne.',
    zh: '{metric} 预计为 {expected}，承担不了 {load} 的负载。',
  },
  'load-not-safe': {
    en: '{metric} is expected to be {expected}, which bears the load of {load}; at the low end of the estimate it is {low}, and it would take {timesAsMany} times as many servers: test one before you rent them all.',
    zh: '{metric} 预计为 {expected}，可承担 {load} 的负载；但按区间低值为 {low}，届时需要 {timesAsMany} 倍的服务器：全部租用前请先实测一台。',
  },
  'load-safe': {
    en: '{metric} bears the load of {load} even at the low end of the estimate ({low}).',
    zh: '{metric} 即使按区间低值（{low}）也能承担 {load} 的负载。',
  },
} as const satisfies Record<string, { en: string; zh: string }>;
