/** Findings of this room. `{name}` is filled from the facts. */
export const INFERENCE_FINDINGS = {} as const satisfies Record<string, { en: string; zh: string }>;
