/** Who changed what, when: the trail that only grows. */
import { DEFAULT_TENANT } from './authenticate.js';
import type { AuditEvent, AuditLog, AuditQuery } from './ports.js';

export type ListAuditEvents = (
  caller: { readonly tenant: string },
  query: Omit<AuditQuery, 'tenant'>,
) => Promise<readonly AuditEvent[]>;
/** Tenants see what was done in their name; the operator's own tenant sees everything. */
export const listAuditEvents =
  (log: AuditLog): ListAuditEvents =>
  ({ tenant }, query) =>
    log.list(tenant === DEFAULT_TENANT ? query : { ...query, tenant });
