/** What a caller says about a simulation. */
import { type Static, Type } from 'typebox';
import { BOUNDS } from '../../sizing/hpc/codes.js';

export const HpcReference = Type.Object(
  {
    accelerator: Type.String({ minLength: 1, maxLength: 150, description: 'Card that it was measured on.' }),
    acceleratorCount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1024,
        default: 1,
        description: 'Cards of one server that worked on the run.',
      }),
    ),
    hoursPerRun: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1e6,
        description: 'Hours of a run; exactly one of hoursPerRun and nanosecondsPerDay.',
      }),
    ),
    nanosecondsPerDay: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1e9, description: 'Molecular dynamics: simulated ns a day.' }),
    ),
  },
  { additionalProperties: false, description: 'Your own measurement of this very run.' },
);

export const HpcWorkload = Type.Object(
  {
    scenario: Type.Literal('hpc'),
    code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description:
          'Simulation code, e.g. GROMACS, AMBER, OpenMM, NAMD, LAMMPS, FluidX3D, VASP, HPL; at least one of code and bound.',
      }),
    ),
    bound: Type.Optional(
      Type.Enum(BOUNDS, {
        description: 'What bounds a code that is not known here: fp64, fp32 or memory-bandwidth. Needs a reference.',
      }),
    ),
    case: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 150,
        description:
          'Published benchmark case of the code, e.g. `STMV`, `apoa1 PME`. Default: the one run on most cards.',
      }),
    ),
    atoms: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000_000_000,
        description: 'Molecular dynamics: atoms of your system; the speed of the case is scaled to it.',
      }),
    ),
    reference: Type.Optional(HpcReference),
    nanoseconds: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1e9, description: 'Molecular dynamics: simulated ns of a run.' }),
    ),
    work: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1e30,
        description:
          'Other codes: work of a run in units of the code (million lattice updates, 10^12 operations, GB, units, or benchmark runs).',
      }),
    ),
    runs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        default: 1,
        description: 'Independent runs (replicas, parameter study).',
      }),
    ),
    memoryGiB: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1e6, description: 'Accelerator memory of one run, GiB.' }),
    ),
    setupHoursPerRun: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 10_000,
        default: 0,
        description: 'Hours a run that no card shortens: meshing, reading, serial parts.',
      }),
    ),
    deadlineHours: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 100_000, description: 'Hours until all runs must be done.' }),
    ),
  },
  { additionalProperties: false, description: 'Simulations on accelerators.' },
);
export type HpcWorkload = Static<typeof HpcWorkload>;
