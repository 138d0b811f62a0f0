/** The contract of a hard requirement. Every screen runs on every offer: a rejection lists all requirements that failed. */
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import type { Finding } from '../finding.js';
import type { ResolvedConstraints } from '../resolve-question.js';
import type { HardwareShape } from '../workload/scenario.js';

export interface ScreenContext {
  readonly catalogue: Catalogue;
  readonly constraints: ResolvedConstraints;
}

export interface Screen {
  /** Code of the finding when it fails. */
  readonly code: string;
  /** Field of the request that asks for it. */
  readonly pointer: string;
  /** Whether the question asks for it at all. */
  isAsked(constraints: ResolvedConstraints): boolean;
  passes(offer: Offer, shape: HardwareShape | null, context: ScreenContext): boolean;
  /** What was needed and what the offer has. */
  reason(offer: Offer, shape: HardwareShape | null, context: ScreenContext): Finding;
}
