/** Jobs on price sheets as others see them: how far each has come, and how it ended. */
import type { PriceJob, PriceJobKind, PriceJobLog } from '../application/ports.js';
import type { Database, Transaction } from './database.js';
import type { Prisma } from './generated/client.js';
import type { PriceJobModel } from './generated/models.js';
import { jsonText } from './json-text.js';
import { asked } from './store-errors.js';

/** A running job gives a sign of life every half second; one that has not for so long went with its process. */
const LOST_AFTER_MS = 30_000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function priceJobLog<Settings, Progress>(
  database: Database | Transaction,
  kind: PriceJobKind,
): PriceJobLog<Settings, Progress> {
  const headOf = (row: PriceJobModel): PriceJob<Settings, Progress> => {
    const isLost = row.status === 'running' && Date.now() - row.updatedAt.getTime() > LOST_AFTER_MS;
    return {
      id: row.id,
      sheet: row.sheet,
      tenant: row.tenant,
      status: isLost ? 'interrupted' : (row.status as PriceJob<Settings, Progress>['status']),
      settings: row.settings as Settings,
      progress: row.progress as Progress,
      createdBy: row.createdBy,
      startedAt: row.startedAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? (isLost ? row.updatedAt.toISOString() : null),
      report: row.report,
    };
  };
  return {
    start: (sheet, settings, progress, actor) =>
      asked(async () =>
        headOf(
          await database.priceJob.create({
            data: {
              sheet,
              kind,
              tenant: actor.tenant,
              settings: json(settings),
              progress: json(progress),
              createdBy: actor.id,
            },
          }),
        ),
      ),
    progress: (id, progress) =>
      asked(async () => {
        const { count } = await database.priceJob.updateMany({
          where: { id, status: 'running' },
          data: { progress: json(progress) },
        });
        return count > 0;
      }),
    end: (id, status, progress, report) =>
      asked(async () => {
        const { count } = await database.priceJob.updateMany({
          where: { id, status: { in: ['running', status] } },
          data: { status, progress: json(progress), report: json(report), finishedAt: new Date() },
        });
        return count > 0;
      }),
    cancel: (sheet, id) =>
      asked(async () => {
        if (!UUID.test(id)) return;
        await database.priceJob.updateMany({
          where: { id, sheet, kind, status: 'running' },
          data: { status: 'cancelled', finishedAt: new Date() },
        });
      }),
    find: (sheet, id) =>
      asked(async () => {
        if (!UUID.test(id)) return undefined;
        const row = await database.priceJob.findFirst({ where: { id, sheet, kind } });
        return row === null ? undefined : headOf(row);
      }),
    list: (sheet, limit, tenant) =>
      asked(async () => {
        const rows = await database.priceJob.findMany({
          where: { sheet, kind, ...(tenant === undefined ? {} : { tenant }) },
          orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
          take: limit,
        });
        return rows.map(headOf);
      }),
  };
}

function json(value: unknown): Prisma.InputJsonValue {
  return JSON.parse(jsonText(value ?? {})) as Prisma.InputJsonValue;
}
