/** Your own load tests: checked for sense, kept for your tenant, and in every later prediction of it. */
import { type Calibration, type CheckedCalibration, checkCalibration } from '../engine/calibration/calibration.js';
import { type Planning, planningContext } from './planning.js';
import type { Actor, CalibrationBook, CalibrationReader, StoredCalibration, Writes } from './ports.js';
import { absent, Problem } from './problems.js';
import { asking } from './question-problem.js';
import { type OnceOptions, type WriteOnceReply, writeOnce } from './write-once.js';

export interface RecordedCalibration {
  readonly stored: StoredCalibration;
  /** What it says beside what was predicted without any. */
  readonly checked: CheckedCalibration;
}

export type RecordCalibration = (
  calibration: Calibration,
  options: OnceOptions<RecordedCalibration>,
) => Promise<WriteOnceReply>;

/** Refuses what cannot be true; the next prediction of every replica knows the rest. */
export function recordCalibration(planning: Planning, writes: Writes, book: CalibrationBook): RecordCalibration {
  return async (calibration, options) => {
    const { actor } = options;
    const { catalogue } = planning.reader.current();
    const checked = await asking(() => checkCalibration(catalogue, calibration, planningContext(planning).today));
    const done = await writeOnce(writes, options, async (session) => {
      const stored = await session.calibrations.create(calibration, checked.accelerator, actor);
      await session.audit(actor, {
        action: 'create',
        subjectKind: 'calibrations',
        subjectId: stored.id,
        after: stored,
      });
      return { stored, checked };
    });
    await book.refresh();
    return done;
  };
}

type Asker = Pick<Actor, 'tenant'>;

export type ListCalibrations = (
  asker: Asker,
  query: { readonly afterId?: string; readonly limit: number },
) => Promise<readonly StoredCalibration[]>;
export const listCalibrations =
  (calibrations: CalibrationReader): ListCalibrations =>
  ({ tenant }, query) =>
    calibrations.list(tenant, query);

export type ReadCalibration = (asker: Asker, id: string) => Promise<StoredCalibration>;
export const readCalibration =
  (calibrations: CalibrationReader): ReadCalibration =>
  async ({ tenant }, id) => {
    const found = await calibrations.find(tenant, id);
    if (found === undefined) throw absent('calibration', id);
    return found;
  };

export type RetireCalibration = (
  actor: Actor,
  target: { readonly id: string; readonly etags: readonly string[] | null },
) => Promise<void>;

export function retireCalibration(writes: Writes, book: CalibrationBook): RetireCalibration {
  return async (actor, { id, etags }) => {
    if (etags === null) throw new Problem('precondition-required');
    await writes.transact(async (session) => {
      const before = await session.calibrations.find(actor.tenant, id);
      if (before === undefined) throw absent('calibration', id);
      if (!etags.includes('*') && !etags.includes(calibrationEtag(before))) throw new Problem('precondition-failed');
      await session.calibrations.retire(id);
      await session.audit(actor, { action: 'retire', subjectKind: 'calibrations', subjectId: id, before });
    });
    await book.refresh();
  };
}

/** A calibration never changes: it is there or it is not. */
export function calibrationEtag({ id }: Pick<StoredCalibration, 'id'>): string {
  return `"${id}"`;
}
