/** Findings of this room. `{name}` is filled from the facts. */
export const RANKING_FINDINGS = {} as const satisfies Record<string, { en: string; zh: string }>;
