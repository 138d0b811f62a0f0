/** Simulation codes: what bounds them, how they scale, in which unit their speed is stated. */
import type { Accelerator } from '../../catalogue/accelerator.js';
import { normaliseName } from '../reference/names.js';
import { type CardPromise, type Elasticities, promiseOf } from '../reference/resources.js';

/** How cards that work on one run get in each other's way. */
export type ScalingClass = 'good' | 'medium' | 'poor';

export const BOUNDS = ['fp64', 'fp32', 'memory-bandwidth'] as const;
export type Bound = (typeof BOUNDS)[number];

export interface CodeFacts {
  readonly label: string;
  readonly bound: Bound;
  readonly elasticities: Elasticities;
  readonly scaling: ScalingClass;
  /** Exponent of the efficiency inside a server, where the code's own rows tell it: efficiency = cards^−this. */
  readonly insideExponent?: number;
  /** Codes of one kind share the offsets of cards. */
  readonly kind: 'bandwidth' | 'fp64' | 'particles' | 'mixed';
  /** Metric of `/evaluate`; `secondsPerRun` is lower-better, the others are rates. */
  readonly metric:
    | 'nanosecondsPerDay'
    | 'secondsPerRun'
    | 'megaLatticeUpdatesPerSecond'
    | 'teraflopsPerSecond'
    | 'gigabytesPerSecond'
    | 'unitsPerSecond';
  /** Uses FP64 tensor cores where there are some (dense linear algebra). */
  readonly usesFp64Tensor?: boolean;
}

const BANDWIDTH: Elasticities = { bandwidth: 1 };
const PARTICLES: Elasticities = { fp32: 0.45, bandwidth: 0.25 };

const lbm = (label: string): CodeFacts => ({
  label,
  bound: 'memory-bandwidth',
  elasticities: BANDWIDTH,
  scaling: 'good',
  kind: 'bandwidth',
  metric: 'secondsPerRun',
});
const dynamics = (label: string, scaling: ScalingClass): CodeFacts => ({
  label,
  bound: 'fp32',
  elasticities: PARTICLES,
  scaling,
  kind: 'particles',
  metric: 'nanosecondsPerDay',
});

/**
 * Exponents: fitted on the rows of each code that ran on several cards (seed rows of task `hpc`; the rest by group is in
 * test/validation/visual-hpc.ts), else the code's nature. Scaling: strong scaling of the rows: FluidX3D and LAMMPS good,
 * GROMACS, NAMD, nanoFluidX and ultraFluidX medium, AMBER, OpenMM and Rocky poor.
 */
export const CODES: Readonly<Record<string, CodeFacts>> = {
  fluidx3d: { insideExponent: 0.24, ...lbm('FluidX3D'), metric: 'megaLatticeUpdatesPerSecond' },
  gromacs: { insideExponent: 0.25, ...dynamics('GROMACS', 'medium') },
  namd: { insideExponent: 0.21, ...dynamics('NAMD', 'medium') },
  amber: { insideExponent: 0.82, ...dynamics('AMBER', 'poor') },
  openmm: { insideExponent: 0.6, ...dynamics('OpenMM', 'poor') },
  lammps: {
    insideExponent: 0.06,
    ...dynamics('LAMMPS', 'good'),
    bound: 'fp64',
    elasticities: { fp64: 0.3, bandwidth: 0.7 },
    kind: 'mixed',
    metric: 'unitsPerSecond',
  },
  'lammps-ani': { insideExponent: 0.35, ...dynamics('LAMMPS-ANI', 'medium') },
  'hippynn-lammps': { ...dynamics('HIPNN with LAMMPS', 'medium'), metric: 'unitsPerSecond' },
  hpl: {
    label: 'HPL',
    bound: 'fp64',
    elasticities: { fp64: 1 },
    scaling: 'good',
    kind: 'fp64',
    metric: 'teraflopsPerSecond',
    usesFp64Tensor: true,
  },
  dgemm: {
    label: 'DGEMM',
    bound: 'fp64',
    elasticities: { fp64: 1 },
    scaling: 'good',
    kind: 'fp64',
    metric: 'teraflopsPerSecond',
    usesFp64Tensor: true,
  },
  hpcg: { ...lbm('HPCG'), metric: 'teraflopsPerSecond' },
  vasp: {
    insideExponent: 0.4,
    label: 'VASP',
    bound: 'fp64',
    elasticities: { fp64: 0.5, bandwidth: 0.5 },
    scaling: 'medium',
    kind: 'fp64',
    metric: 'secondsPerRun',
  },
  cp2k: {
    insideExponent: 0.45,
    label: 'CP2K',
    bound: 'fp64',
    elasticities: { fp64: 0.5, bandwidth: 0.5 },
    scaling: 'medium',
    kind: 'fp64',
    metric: 'secondsPerRun',
  },
  gpu4pyscf: {
    label: 'GPU4PySCF',
    bound: 'fp64',
    elasticities: { fp64: 0.8, bandwidth: 0.2 },
    scaling: 'medium',
    kind: 'fp64',
    metric: 'unitsPerSecond',
  },
  mfc: {
    insideExponent: 0.04,
    label: 'MFC',
    bound: 'fp64',
    elasticities: { fp64: 0.4, bandwidth: 0.6 },
    scaling: 'good',
    kind: 'mixed',
    metric: 'secondsPerRun',
  },
  mumax3: {
    label: 'mumax3',
    bound: 'fp32',
    elasticities: { fp32: 0.4, bandwidth: 0.6 },
    scaling: 'poor',
    kind: 'mixed',
    metric: 'unitsPerSecond',
  },
  babelstream: { ...lbm('BabelStream'), metric: 'gigabytesPerSecond' },
  'gpu-stream': { ...lbm('gpu-stream'), metric: 'gigabytesPerSecond' },
  stream: { ...lbm('STREAM'), metric: 'gigabytesPerSecond' },
  amg2023: { ...lbm('AMG2023'), metric: 'unitsPerSecond' },
  cloverleaf: { ...lbm('CloverLeaf'), elasticities: { fp64: 0.15, bandwidth: 0.85 }, kind: 'mixed' },
  tealeaf: { ...lbm('TeaLeaf'), elasticities: { fp64: 0.15, bandwidth: 0.85 }, kind: 'mixed' },
  neutral: { ...lbm('neutral'), elasticities: { fp64: 0.15, bandwidth: 0.85 }, kind: 'mixed' },
  branson: { ...lbm('Branson'), elasticities: { fp64: 0.3, bandwidth: 0.7 }, kind: 'mixed', metric: 'unitsPerSecond' },
  umt: { ...lbm('UMT'), elasticities: { fp64: 0.4, bandwidth: 0.6 }, kind: 'mixed', metric: 'unitsPerSecond' },
  ultrafluidx: { insideExponent: 0.2, ...lbm('ultraFluidX'), scaling: 'medium' },
  nanofluidx: {
    insideExponent: 0.15,
    ...lbm('nanoFluidX'),
    elasticities: { fp32: 0.3, bandwidth: 0.7 },
    kind: 'mixed',
    scaling: 'medium',
  },
  'm-star': { insideExponent: 0.05, ...lbm('M-Star CFD') },
  rocky: {
    insideExponent: 0.82,
    ...lbm('Rocky DEM'),
    elasticities: { fp32: 0.3, bandwidth: 0.7 },
    kind: 'mixed',
    scaling: 'poor',
  },
  'rapids-singlecell': { ...lbm('RAPIDS single-cell'), elasticities: { fp32: 0.2, bandwidth: 0.6 }, kind: 'mixed' },
  'hpl-mxp': {
    label: 'HPL-MxP',
    bound: 'fp32',
    elasticities: { matrix: 1 },
    scaling: 'good',
    kind: 'mixed',
    metric: 'teraflopsPerSecond',
  },
};

const BY_BOUND: Readonly<Record<Bound, Elasticities>> = {
  fp64: { fp64: 0.7, bandwidth: 0.3 },
  fp32: { fp32: 0.6, bandwidth: 0.4 },
  'memory-bandwidth': { bandwidth: 1 },
};

/** A code that only its nature is known of. */
export function codeOfBound(bound: Bound): CodeFacts {
  return {
    label: bound,
    bound,
    elasticities: BY_BOUND[bound],
    scaling: 'medium',
    kind: bound === 'memory-bandwidth' ? 'bandwidth' : bound === 'fp64' ? 'fp64' : 'mixed',
    metric: 'secondsPerRun',
  };
}

/** Id of the code of any spelling; null = not known. */
export function codeId(name: string): string | null {
  const wanted = normaliseName(name);
  for (const [id, facts] of Object.entries(CODES)) {
    if (normaliseName(id) === wanted || normaliseName(facts.label) === wanted) return id;
  }
  return null;
}

/** ln of what a card promises for a code; dense linear algebra counts FP64 tensor cores. */
export function codePromise(code: CodeFacts): CardPromise {
  const plain = promiseOf(code.elasticities);
  if (code.usesFp64Tensor !== true) return plain;
  return (card: Accelerator, mode: string) => {
    const tensor = card.fp64TensorTflops ?? 0;
    const vector = card.fp64Tflops ?? 0;
    const best = Math.max(tensor, vector);
    return best > 0 ? plain({ ...card, fp64Tflops: best }, mode) : null;
  };
}

/** Double precision below this share of single precision is a courtesy of the card, not a capability. */
export const WEAK_FP64_RATIO = 1 / 8;
export function hasWeakFp64(card: Accelerator): boolean {
  if (card.fp64Tflops === null || card.fp32Tflops === null || card.fp32Tflops === 0) return false;
  return card.fp64Tflops / card.fp32Tflops < WEAK_FP64_RATIO;
}
