/** Which changing calls were made already, and what they were answered. */
import { IDEMPOTENCY_HOURS, type IdempotencyLedger, type RecordedReply } from '../application/ports.js';
import type { Transaction } from './database.js';
import type { Prisma } from './generated/client.js';

export function idempotencyLedger(transaction: Transaction): IdempotencyLedger {
  return {
    // The lock goes with the transaction: whoever does not get it at once meets one that is still running.
    async claim(tenant, { key, operation, requestHash }) {
      const [lock] = await transaction.$queryRaw<{ taken: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${`${tenant} ${key}`}, 0)) AS "taken"`;
      if (lock?.taken !== true) return { kind: 'in-flight' };
      const record = await transaction.idempotencyRecord.findUnique({ where: { tenant_key: { tenant, key } } });
      if (record === null || record.expiresAt <= new Date()) return { kind: 'fresh' };
      if (record.operation !== operation || record.requestHash !== requestHash) return { kind: 'mismatch' };
      const reply: RecordedReply = {
        status: record.replyStatus ?? 200,
        headers: (record.replyHeader ?? {}) as Record<string, string>,
        body: record.replyBody,
      };
      return { kind: 'replay', reply };
    },
    async record(tenant, { key, operation, requestHash }, { status, headers, body }) {
      const content = {
        operation,
        requestHash,
        status: 'done',
        replyStatus: status,
        replyHeader: { ...headers },
        replyBody: body as Prisma.InputJsonValue,
        createdAt: new Date(),
        expiresAt: new Date(Date.now() + IDEMPOTENCY_HOURS * 3_600_000),
      };
      await transaction.idempotencyRecord.upsert({
        where: { tenant_key: { tenant, key } },
        create: { tenant, key, ...content },
        update: content,
      });
      await transaction.idempotencyRecord.deleteMany({ where: { expiresAt: { lt: new Date() } } });
    },
  };
}
