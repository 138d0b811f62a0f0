/** One transaction with all that a use case may do in it. */
import type { WriteSession, Writes } from '../application/ports.js';
import { keyWriter } from './api-keys.js';
import { calibrationWriter } from './calibrations.js';
import { catalogueWriter } from './catalogue-writer.js';
import type { Database } from './database.js';
import { Prisma } from './generated/client.js';
import { idempotencyLedger } from './idempotency.js';
import { priceBookWriter } from './price-books.js';
import { priceImportWriter } from './price-imports.js';
import { priceJobLog } from './price-jobs.js';
import { priceSheetWriter } from './price-sheets.js';
import { quoteWriter } from './quotes.js';
import { asked } from './store-errors.js';

/** Longest that a change may take; a sheet of many thousand rates needs some seconds. */
const TIMEOUT_MS = 120_000;
/** Longest wait for a connection. */
const MAX_WAIT_MS = 10_000;

export function writesTo(database: Database): Writes {
  return {
    transact: (work, { timeoutMs = TIMEOUT_MS } = {}) =>
      asked(() =>
        database.$transaction(
          (transaction) => {
            const session: WriteSession = {
              calibrations: calibrationWriter(transaction),
              catalogue: catalogueWriter(transaction),
              priceSheets: priceSheetWriter(transaction),
              priceImports: priceImportWriter(transaction),
              importLog: priceJobLog(transaction, 'import'),
              impactLog: priceJobLog(transaction, 'impact'),
              priceBooks: priceBookWriter(transaction),
              keys: keyWriter(transaction),
              quotes: quoteWriter(transaction),
              idempotency: idempotencyLedger(transaction),
              async audit(actor, { action, subjectKind, subjectId, before, after }) {
                await transaction.auditEvent.create({
                  data: {
                    actor: actor.id,
                    tenant: actor.tenant,
                    requestId: actor.requestId,
                    action,
                    subjectKind,
                    subjectId,
                    before: (before ?? Prisma.DbNull) as Prisma.InputJsonValue,
                    after: (after ?? Prisma.DbNull) as Prisma.InputJsonValue,
                  },
                });
              },
            };
            return work(session);
          },
          { timeout: timeoutMs, maxWait: MAX_WAIT_MS },
        ),
      ),
  };
}
