/**
 * Strong scaling of one run over cards and servers: efficiency n^(−γ) inside a server, k^(−γ') across servers.
 *
 * Worked example: medium code, 8 cards with NVLink: 8^(−0.23) = 0.62, so 5.0 times one card.
 */
import type { CodeFacts, ScalingClass } from './codes.js';

/**
 * γ inside a server. good: FluidX3D 0.9 at 8 (several vendors), LAMMPS 0.94 at 4; medium: GROMACS STMV 0.75 at 2 and 0.41-0.73
 * at 8, NAMD 0.75 at 4, ultraFluidX 0.56 at 8, nanoFluidX 0.75 at 8; poor: AMBER 0.56 at 2, 0.18 at 8 (seed rows of `hpc`).
 */
const INSIDE: Readonly<Record<ScalingClass, number>> = { good: 0.05, medium: 0.23, poor: 0.8 };
/** PCIe in place of NVLink or alike. */
const PCIE_EXTRA: Readonly<Record<ScalingClass, number>> = { good: 0.02, medium: 0.08, poor: 0.1 };
/** γ across servers, with RDMA of 100 Gbps or more, and over TCP. CP2K and GROMACS stop gaining after some servers. */
const ACROSS_RDMA: Readonly<Record<ScalingClass, number>> = { good: 0.05, medium: 0.3, poor: 1 };
const ACROSS_TCP: Readonly<Record<ScalingClass, number>> = { good: 0.25, medium: 0.8, poor: 1.2 };
export const RDMA_ENOUGH_GBPS = 100;

export interface Links {
  readonly isFastInside: boolean;
  readonly hasRdma: boolean;
}

/** Efficiency of `cards` cards in each of `servers` servers on one run, 0…1. */
export function scalingEfficiency(
  code: Pick<CodeFacts, 'scaling' | 'insideExponent'>,
  cards: number,
  servers: number,
  links: Links,
): number {
  const { scaling } = code;
  const inside = (code.insideExponent ?? INSIDE[scaling]) + (links.isFastInside ? 0 : PCIE_EXTRA[scaling]);
  const across = links.hasRdma ? ACROSS_RDMA[scaling] : ACROSS_TCP[scaling];
  return cards ** -inside * servers ** -across;
}

/**
 * Uncertainty of the efficiency, in ln units, a doubling of the cards: what hardly loses anything scatters little, what scales badly
 * scatters by how badly (left-out runs on several cards, test/validation/visual-hpc.ts).
 */
export const SIGMA_PER_DOUBLING: Readonly<Record<ScalingClass, number>> = { good: 0.07, medium: 0.15, poor: 0.45 };
