/** What the database's errors mean for a caller. */
import { Problem } from '../application/problems.js';

/** Codes of PostgreSQL that say: not now. Classes 08 (connection), 53 (resources), 57 (operator); two that met (40). */
const UNAVAILABLE =
  /^(08|53|57|40001$|40P01$)|^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|P1001|P1002|P1008|P1017|P2024|P2028|P2034|TransactionWriteConflict)$/;

/** Every code that stands somewhere in the error: Prisma wraps the driver's, the driver wraps the socket's. */
function codesOf(error: unknown, depth = 0): readonly string[] {
  if (error === null || typeof error !== 'object' || depth > 5) return [];
  const { code, originalCode, kind, cause, meta, driverAdapterError } = error as Record<string, unknown>;
  const own = [code, originalCode, kind].filter((value): value is string => typeof value === 'string');
  const inner = [cause, meta, driverAdapterError].flatMap((part) => codesOf(part, depth + 1));
  const ofAggregate = error instanceof AggregateError ? error.errors.flatMap((part) => codesOf(part, depth + 1)) : [];
  return [...own, ...inner, ...ofAggregate];
}

export function isUnavailable(error: unknown): boolean {
  const codes = codesOf(error);
  if (codes.some((code) => UNAVAILABLE.test(code) || code === 'DatabaseNotReachable' || code === 'ConnectionClosed'))
    return true;
  const text = error instanceof Error ? error.message : '';
  return /Connection terminated|timeout exceeded when trying to connect|Can't reach database|Server has closed the connection|ECONNREFUSED/i.test(
    text,
  );
}

/** The problem that an error of the store is; the error itself when it is none that a caller could know. */
export function storeProblem(error: unknown): unknown {
  if (error instanceof Problem) return error;
  const codes = codesOf(error);
  if (codes.includes('23505') || codes.includes('P2002') || codes.includes('UniqueConstraintViolation'))
    return new Problem('precondition-failed', { cause: error });
  if (codes.includes('CW001')) return new Problem('sheet-not-draft', { cause: error });
  if (codes.includes('23503') || codes.includes('P2003') || codes.includes('ForeignKeyConstraintViolation'))
    return new Problem('conflict', { cause: error });
  if (isUnavailable(error))
    return new Problem('database-unavailable', { cause: error, headers: { 'retry-after': '5' } });
  return error;
}

/** Runs `ask`; what the database says becomes a problem where it is one. */
export async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw storeProblem(error);
  }
}
