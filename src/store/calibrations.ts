/** Load tests of tenants: rows, and the book in memory that every prediction asks. */
import type { CalibrationBook, CalibrationReader, CalibrationWriter, StoredCalibration } from '../application/ports.js';
import type { Calibration } from '../engine/calibration/calibration.js';
import type { Database, Transaction } from './database.js';
import type { Prisma } from './generated/client.js';
import type { CalibrationModel } from './generated/models.js';
import { asked } from './store-errors.js';

function storedOf(row: CalibrationModel): StoredCalibration {
  return {
    id: row.id,
    tenant: row.tenant,
    calibration: row.facts as unknown as Calibration,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function find(
  database: Database | Transaction,
  tenant: string,
  id: string,
): Promise<StoredCalibration | undefined> {
  if (!UUID.test(id)) return undefined;
  const row = await database.calibration.findFirst({ where: { id, tenant, retiredAt: null } });
  return row === null ? undefined : storedOf(row);
}

export function calibrationReader(database: Database): CalibrationReader {
  return {
    list: (tenant, { afterId, limit }) =>
      asked(async () => {
        const rows = await database.calibration.findMany({
          where: { tenant, retiredAt: null, ...(afterId === undefined ? {} : { id: { gt: afterId } }) },
          orderBy: { id: 'asc' },
          take: limit,
        });
        return rows.map(storedOf);
      }),
    find: (tenant, id) => asked(() => find(database, tenant, id)),
  };
}

export function calibrationWriter(transaction: Transaction): CalibrationWriter {
  return {
    find: (tenant, id) => find(transaction, tenant, id),
    async create(calibration, accelerator, actor) {
      return storedOf(
        await transaction.calibration.create({
          data: {
            tenant: actor.tenant,
            accelerator,
            measuredOn: new Date(calibration.measuredOn),
            facts: calibration as unknown as Prisma.InputJsonValue,
            createdBy: actor.id,
          },
        }),
      );
    },
    async retire(id) {
      await transaction.calibration.update({
        where: { id },
        data: { retiredAt: new Date(), version: { increment: 1 } },
      });
    },
  };
}

const NONE: readonly Calibration[] = [];

/** Reads all calibrations; whoever follows the catalogue's version refreshes it. The lists of a tenant stay the same objects. */
export async function openCalibrationBook(
  database: Database,
  onTrouble: (error: unknown, what: string) => void,
): Promise<CalibrationBook> {
  let byTenant = new Map<string, readonly Calibration[]>();
  const read = async () => {
    const rows = await database.calibration.findMany({ where: { retiredAt: null }, orderBy: { id: 'asc' } });
    const next = new Map<string, Calibration[]>();
    for (const { tenant, facts } of rows)
      next.set(tenant, [...(next.get(tenant) ?? []), facts as unknown as Calibration]);
    byTenant = next;
  };
  await read();
  return {
    of: (tenant) => byTenant.get(tenant) ?? NONE,
    refresh: () => read().catch((error: unknown) => onTrouble(error, 'the calibrations could not be read')),
  };
}
