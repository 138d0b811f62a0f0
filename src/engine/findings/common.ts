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
} as const satisfies Record<string, { en: string; zh: string }>;
