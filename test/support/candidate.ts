/** A scoring candidate for tests: plain, priced, needing nothing; state only what the test is about. */
import type { Offer } from '../../src/engine/catalogue/catalogue.js';
import type { Candidate, ScoreContext, UsageProfile } from '../../src/engine/scoring/dimension.js';
import type { HardwareShape, Needs, PlacementOption } from '../../src/engine/workload/scenario.js';
import { smallCatalogue } from './small-catalogue.js';

export const NO_NEEDS: Needs = {
  vcpuPerAccelerator: 8,
  hostMemoryGiBPerAccelerator: 64,
  interServerGbps: 0,
  intraServerGBps: 0,
  isRdmaRequired: false,
  storageMBps: 0,
  egressGbps: 0,
};

export function placementOption(part: Partial<PlacementOption> = {}): PlacementOption {
  return {
    parallelism: { tensor: 1, pipeline: 1, data: 1, expert: 1 },
    serversPerUnit: 1,
    unitsAtPeak: 1,
    spareUnits: 0,
    replicasPerUnit: 1,
    isElastic: true,
    runHours: null,
    workPerHour: null,
    workPerRun: null,
    workUnit: 'thing',
    idleDevicesPerServer: 0,
    memoryHeadroomRatio: 0.2,
    goalMarginRatio: 0.3,
    utilisationRatio: 0.7,
    timeMetric: 100,
    report: { performance: {}, findings: [] },
    memory: { device: 22.5, usable: 20, total: 16 },
    needs: NO_NEEDS,
    software: {
      name: 'engine',
      version: null,
      precision: 'bf16',
      maturityRatio: 0.8,
      helpfulFeatureKinds: ['inference-engine', 'communication-library'],
      because: [],
    },
    ...part,
  };
}

interface CandidateParts {
  readonly type?: string;
  readonly offer?: Partial<Offer>;
  readonly shape?: Partial<HardwareShape>;
  readonly option?: Partial<PlacementOption>;
  readonly candidate?: Partial<Candidate>;
}

export function candidate({ type = 'mid.1', offer, shape, option, candidate }: CandidateParts = {}): Candidate {
  const catalogue = smallCatalogue();
  const base = catalogue.offers.find((o) => o.type.id === type);
  const baseShape = catalogue.shapes[base?.shapeIndex ?? -1];
  if (base === undefined || baseShape === undefined) throw new Error(`no type ${type}`);
  return {
    offer: { ...base, ...offer },
    shape: { ...baseShape, ...shape },
    option: placementOption(option),
    servers: 1,
    unitCost: 10,
    hasUnpricedParts: false,
    idleRatio: 0,
    pricedModes: ['on-demand', 'subscription'],
    features: [],
    ...candidate,
  };
}

export function scoreContext(
  part: Partial<Omit<ScoreContext, 'usage'>> & { usage?: Partial<UsageProfile> } = {},
): ScoreContext {
  const { usage, ...rest } = part;
  return {
    catalogue: smallCatalogue(),
    demand: {
      scenario: 'llm-inference',
      category: 'inference',
      model: null,
      precision: 'bf16',
      minimumTotalMemoryGiB: 16,
      peakLoad: 1,
      loadUnit: 'requests/s',
      facts: {},
    },
    cheapestUnitCost: 10,
    usage: {
      meanLoadRatio: 1,
      hoursPerMonth: 730,
      hoursOfMonth: 730,
      runsPerMonth: null,
      termMonths: 1,
      isInterruptible: false,
      ...usage,
    },
    ...rest,
  };
}
