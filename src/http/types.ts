/** What our plugins add to Fastify's requests and routes. */

import type { Caller } from '../application/authenticate.js';
import type { Scope } from '../application/ports.js';
import type { Language } from '../engine/finding.js';

/** Who may call a route: anyone, or a caller with this scope. */
export type Access = 'public' | Scope;

/** Calls of one bucket share a caller's rate limit. */
export type Bucket = 'read' | 'plan' | 'write';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    language: Language;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** Default: by method and scope. */
    bucket?: Bucket;
    /** The reply depends on the catalogue: it gets its age. */
    isFromCatalogue?: boolean;
    /** `required`: refused without an Idempotency-Key; `optional`: honoured when sent. */
    idempotency?: 'required' | 'optional';
    /** The body may take as long as it takes. */
    isLongUpload?: boolean;
  }
  interface FastifySchema {
    hide?: boolean;
    tags?: readonly string[];
    summary?: string;
    description?: string;
    operationId?: string;
    consumes?: readonly string[];
    produces?: readonly string[];
    /** Named examples of the body, executed by the tests. */
    examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
    /** Problems that this call may answer beside those that every call of its kind may. */
    problems?: readonly string[];
    /** Where the body is a stream of lines: the schema of one. */
    bodyLine?: unknown;
  }
}
