/** Who changed what, when: the trail that only grows. */
import type { AuditEvent, AuditLog, AuditQuery } from './ports.js';

export type ListAuditEvents = (query: AuditQuery) => Promise<readonly AuditEvent[]>;
export const listAuditEvents =
  (log: AuditLog): ListAuditEvents =>
  (query) =>
    log.list(query);
