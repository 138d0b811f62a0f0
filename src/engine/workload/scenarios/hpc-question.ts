/** Resolves a simulation question: code, case, references, work of a run; all faults at once. */
import { type Finding, finding, OWN_REFERENCE } from '../../finding.js';
import { type Fault, fault, QuestionError } from '../../question-error.js';
import { CODES, type CodeFacts, codeId, codeOfBound } from '../../sizing/hpc/codes.js';
import { betweenSizes, caseKeyOf, type HpcObservation, hpcReferences } from '../../sizing/hpc/hpc-references.js';
import type { RunQuery, RunReference } from '../../sizing/hpc/run-speed.js';
import { scalingEfficiency } from '../../sizing/hpc/scaling.js';
import { nearestNames } from '../../sizing/reference/names.js';
import { HOURS_PER_DAY, SECONDS_PER_HOUR } from '../../units.js';
import { assumed, withoutEffect } from '../option-parts.js';
import type { PrepareContext } from '../scenario.js';
import type { HpcWorkload } from './hpc-schema.js';

export interface HpcQuestion {
  readonly workload: HpcWorkload;
  readonly code: CodeFacts;
  readonly codeId: string | null;
  readonly caseName: string | null;
  readonly query: RunQuery;
  /** Work of one run in the code's unit: rate × seconds (or days, for ns). */
  readonly workPerRun: number;
  /** Hours = workPerRun / rate × this. */
  readonly hoursPerUnitTime: number;
  readonly runs: number;
  readonly setupHours: number;
  readonly memoryGiB: number | null;
  readonly findings: readonly Finding[];
}

const CALLER_SIGMA = 0.05;
const ROW_SIGMA = 0.05;
const BETWEEN_SIGMA = 0.1;
/** Rows measured on several cards speak of one card through the scaling rule. */
const SCALED_ROW_SIGMA = 0.15;
/** ns/day falls with the atoms to this power (OpenMM and GROMACS rows from 24k to 1.07M atoms). */
const ATOMS_EXPONENT = 0.9;
const SIGMA_PER_LN_ATOMS = 0.12;

export function hpcQuestion(workload: HpcWorkload, context: PrepareContext): HpcQuestion {
  const { catalogue, pointer } = context;
  const faults: Fault[] = [];
  const findings: Finding[] = [];
  const id = workload.code === undefined ? null : codeId(workload.code);
  if (workload.code === undefined && workload.bound === undefined) {
    faults.push(fault('exactly-one-of', pointer, { fields: ['code', 'bound'] }));
  }
  if (workload.code !== undefined && id === null && workload.bound === undefined) {
    const names = Object.values(CODES).map((facts) => facts.label);
    faults.push(fault('unknown-code', `${pointer}/code`, { value: workload.code }, nearestNames(workload.code, names)));
  }
  const known = id === null ? undefined : CODES[id];
  if (known !== undefined && workload.bound !== undefined && workload.bound !== known.bound) {
    faults.push(
      fault('contradiction', `${pointer}/bound`, {
        first: 'bound',
        second: 'code',
        why: `${known.label} is counted as bound by ${known.bound}`,
      }),
    );
  }
  const code = known ?? codeOfBound(workload.bound ?? 'fp64');
  const fitted = catalogue.derive(hpcReferences);
  const own = ownReference(workload, code, context, faults);
  let rows: readonly HpcObservation[] = [];
  let caseName: string | null = null;
  if (id !== null && own === null) {
    const found = rowsOfCase(
      fitted.observations.filter((o) => o.code === id),
      workload,
      pointer,
      faults,
    );
    rows = found.rows;
    caseName = found.caseName;
    if (workload.case === undefined && caseName !== null) findings.push(assumed('case', caseName));
  }
  if (id === null && own === null && faults.length === 0) {
    faults.push(fault('exactly-one-of', pointer, { fields: ['reference', 'code'] }));
  }
  if (faults.length > 0) throw new QuestionError(faults);
  const references = own ?? rows.map((o) => toReference(o, atomsOf(o, rows), workload, code));
  if (references.length === 0) findings.push(finding('code-without-reference', { code: code.label }));
  const isDynamics = code.metric === 'nanosecondsPerDay';
  const isByHours = workload.reference?.hoursPerRun !== undefined;
  // Rates are per day for ns, per second for the rest; a reference in hours makes one run the unit.
  const hoursPerUnitTime = isByHours ? 1 : isDynamics ? HOURS_PER_DAY : 1 / SECONDS_PER_HOUR;
  const stated = isByHours
    ? 1
    : isDynamics
      ? workload.nanoseconds
      : (workload.work ?? (code.metric === 'secondsPerRun' ? 1 : undefined));
  const workPerRun = stated ?? oneDayOf(references, hoursPerUnitTime);
  if (stated === undefined) findings.push(finding('run-of-one-day', { work: workPerRun, code: code.label }));
  findings.push(...unusedFields(workload, isDynamics, isByHours, own !== null));
  if (workload.atoms !== undefined && isDynamics && own === null && rows.every((row) => row.atoms === null))
    findings.push(withoutEffect('atoms', 'how many atoms the case has is not published'));
  if (workload.memoryGiB === undefined) findings.push(finding('run-memory-unknown'));
  for (const [field, value] of [
    ['runs', 1],
    ['setupHoursPerRun', 0],
  ] as const) {
    if (workload[field] === undefined) findings.push(assumed(field, value));
  }
  return {
    workload,
    code,
    codeId: id,
    caseName,
    query: { code, references, fitted },
    workPerRun,
    hoursPerUnitTime,
    runs: workload.runs ?? 1,
    setupHours: workload.setupHoursPerRun ?? 0,
    memoryGiB: workload.memoryGiB ?? null,
    findings,
  };
}

/** Fields that another way of stating the run makes idle. */
function unusedFields(workload: HpcWorkload, isDynamics: boolean, isByHours: boolean, isOwn: boolean): Finding[] {
  const idle: Finding[] = [];
  const say = (field: keyof HpcWorkload, isIdle: boolean, why: string) => {
    if (workload[field] !== undefined && isIdle) idle.push(withoutEffect(field, why));
  };
  say(
    'nanoseconds',
    isByHours || !isDynamics,
    isByHours ? 'a run is what your reference took' : 'the code simulates no time',
  );
  say('work', isByHours || isDynamics, isByHours ? 'a run is what your reference took' : 'state nanoseconds');
  say('case', isOwn, 'your own run is the reference');
  say(
    'atoms',
    isOwn || !isDynamics,
    isOwn ? 'your own run is the reference' : 'only molecular dynamics is scaled by atoms',
  );
  return idle;
}

/** What the surest reference does in a day. */
function oneDayOf(references: readonly RunReference[], hoursPerUnitTime: number): number {
  const first = references[0];
  return first === undefined ? 1 : (Math.exp(first.lnRate) * HOURS_PER_DAY) / hoursPerUnitTime;
}

/** Atoms of a row, or of the same case as another source states them. */
function atomsOf(o: HpcObservation, rows: readonly HpcObservation[]): number | null {
  return o.atoms ?? rows.find((row) => row.group === o.group && row.atoms !== null)?.atoms ?? null;
}

function toReference(o: HpcObservation, atoms: number | null, workload: HpcWorkload, code: CodeFacts): RunReference {
  const isScaled = workload.atoms !== undefined && atoms !== null && code.metric === 'nanosecondsPerDay';
  const lnAtoms = isScaled ? Math.log((workload.atoms ?? 1) / (atoms ?? 1)) : 0;
  const shift = -ATOMS_EXPONENT * lnAtoms;
  return {
    id: o.id,
    accelerator: o.accelerator,
    mode: 'fp32',
    lnRate: o.lnRate + shift,
    lnTotal: o.lnTotal + shift,
    cards: o.cards,
    sigma: Math.hypot(
      o.cards > 1 ? SCALED_ROW_SIGMA : o.isBetween === true ? BETWEEN_SIGMA : ROW_SIGMA,
      SIGMA_PER_LN_ATOMS * Math.abs(lnAtoms),
    ),
  };
}

/** Rows of the asked case (equal, else containing the name), of the nearest size, else of the case run on most cards. */
function rowsOfCase(
  rows: readonly HpcObservation[],
  workload: HpcWorkload,
  pointer: string,
  faults: Fault[],
): { rows: readonly HpcObservation[]; caseName: string | null } {
  if (rows.length === 0) return { rows, caseName: null };
  const groups = new Map<string, HpcObservation[]>();
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  const all = [...groups.values()];
  if (workload.case !== undefined) {
    const wanted = caseKeyOf(rows[0]?.code ?? '', workload.case);
    const equal = all.filter((group) => group[0]?.caseKey === wanted);
    const containing = all.filter((group) => group[0]?.caseKey.includes(wanted) === true);
    const chosen = largest(equal.length > 0 ? equal : containing);
    if (chosen === null) {
      const between = betweenSizes(rows, wanted);
      if (between.length > 0) return { rows: between, caseName: workload.case };
      const names = all.map((group) => group[0]?.caseName ?? '');
      faults.push(
        fault('unknown-benchmark', `${pointer}/case`, { value: workload.case }, nearestNames(workload.case, names, 20)),
      );
      return { rows: [], caseName: null };
    }
    return { rows: chosen, caseName: chosen[0]?.caseName ?? null };
  }
  const atoms = workload.atoms;
  if (atoms !== undefined) {
    const sized = all.filter((group) => group[0]?.atoms != null);
    const distance = (group: readonly HpcObservation[]) => Math.abs(Math.log(atoms / (group[0]?.atoms ?? 1)));
    const nearest = Math.min(...sized.map(distance));
    const chosen = largest(sized.filter((group) => distance(group) <= nearest + 0.05));
    if (chosen !== null) return { rows: chosen, caseName: chosen[0]?.caseName ?? null };
  }
  const chosen = largest(all);
  return { rows: chosen ?? [], caseName: chosen?.[0]?.caseName ?? null };
}

/** The group run on most cards; ties by name. */
function largest(groups: readonly HpcObservation[][]): HpcObservation[] | null {
  const cards = (group: readonly HpcObservation[]) => new Set(group.map((o) => o.accelerator.id)).size;
  return (
    [...groups].sort(
      (a, b) => cards(b) - cards(a) || b.length - a.length || ((a[0]?.group ?? '') < (b[0]?.group ?? '') ? -1 : 1),
    )[0] ?? null
  );
}

function ownReference(
  workload: HpcWorkload,
  code: CodeFacts,
  { catalogue, pointer }: PrepareContext,
  faults: Fault[],
): RunReference[] | null {
  const own = workload.reference;
  if (own === undefined) return null;
  if ((own.hoursPerRun === undefined) === (own.nanosecondsPerDay === undefined)) {
    faults.push(fault('exactly-one-of', `${pointer}/reference`, { fields: ['hoursPerRun', 'nanosecondsPerDay'] }));
    return null;
  }
  if (own.nanosecondsPerDay !== undefined && code.metric !== 'nanosecondsPerDay') {
    faults.push(
      fault('contradiction', `${pointer}/reference/nanosecondsPerDay`, {
        first: 'nanosecondsPerDay',
        second: 'code',
        why: `${code.label} is no molecular dynamics code`,
      }),
    );
    return null;
  }
  const setup = workload.setupHoursPerRun ?? 0;
  if (own.hoursPerRun !== undefined && setup >= own.hoursPerRun) {
    faults.push(
      fault('contradiction', `${pointer}/setupHoursPerRun`, {
        first: 'setupHoursPerRun',
        second: 'reference.hoursPerRun',
        why: `a set-up of ${setup} h leaves nothing of the ${own.hoursPerRun} h`,
      }),
    );
    return null;
  }
  const resolved = catalogue.resolveAccelerator(own.accelerator, `${pointer}/reference/accelerator`);
  if ('fault' in resolved) {
    faults.push(resolved.fault);
    return null;
  }
  const cards = own.acceleratorCount ?? 1;
  const efficiency = scalingEfficiency(code, cards, 1, { isFastInside: true, hasRdma: true });
  const lnTotal =
    own.hoursPerRun === undefined ? Math.log(own.nanosecondsPerDay ?? 1) : -Math.log(own.hoursPerRun - setup);
  return [
    {
      id: OWN_REFERENCE,
      accelerator: resolved.found,
      mode: 'fp32',
      lnRate: lnTotal - Math.log(cards * efficiency),
      lnTotal,
      cards,
      sigma: cards > 1 ? SCALED_ROW_SIGMA : CALLER_SIGMA,
    },
  ];
}
