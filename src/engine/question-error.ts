/** A question that cannot be answered because of what it says: shape is right, meaning is not (HTTP 422). */

import { FAULTS } from './faults.js';
import { type Facts, type Language, renderTemplate } from './finding.js';

export type FaultCode = keyof typeof FAULTS;

/** One fault of a question: where it is, what is wrong, and what would be accepted. */
export interface Fault {
  readonly pointer: string;
  readonly code: FaultCode;
  readonly facts: Facts;
  /** Accepted or nearest values, nearest first. */
  readonly allowed?: readonly string[];
}

export function fault(code: FaultCode, pointer: string, facts: Facts = {}, allowed?: readonly string[]): Fault {
  return { code, pointer, facts, ...(allowed ? { allowed } : {}) };
}

/** The sentence of a fault. */
export function faultDetail(f: Fault, language: Language): string {
  return renderTemplate(FAULTS[f.code][language], f.facts, language);
}

/** Carries all faults of a question at once; the first one names the problem. */
export class QuestionError extends Error {
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    super(faults.map((f) => `${f.pointer}: ${faultDetail(f, 'en')}`).join('; '));
    this.name = 'QuestionError';
    this.faults = faults;
  }
}
