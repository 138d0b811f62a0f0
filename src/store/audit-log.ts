/** Reading the audit trail. It is written in the transaction of each change (writes.ts). */
import type { AuditLog } from '../application/ports.js';
import type { Database } from './database.js';
import { asked } from './store-errors.js';

export function auditLog(database: Database): AuditLog {
  return {
    list: ({ tenant, actor, action, subjectKind, subjectId, from, to, beforeId, limit }) =>
      asked(async () => {
        const rows = await database.auditEvent.findMany({
          where: {
            ...(tenant === undefined ? {} : { tenant }),
            ...(actor === undefined ? {} : { actor }),
            ...(action === undefined ? {} : { action }),
            ...(subjectKind === undefined ? {} : { subjectKind }),
            ...(subjectId === undefined ? {} : { subjectId }),
            ...(beforeId === undefined ? {} : { id: { lt: BigInt(beforeId) } }),
            at: {
              ...(from === undefined ? {} : { gte: new Date(from) }),
              ...(to === undefined ? {} : { lt: new Date(to) }),
            },
          },
          orderBy: { id: 'desc' },
          take: limit,
        });
        return rows.map((row) => ({
          id: row.id.toString(),
          at: row.at.toISOString(),
          actor: row.actor,
          action: row.action,
          subjectKind: row.subjectKind,
          subjectId: row.subjectId,
          before: row.before,
          after: row.after,
          requestId: row.requestId,
        }));
      }),
  };
}
