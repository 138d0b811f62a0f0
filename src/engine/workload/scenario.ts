/**
 * The scenario contract: how a kind of job becomes a demand, and how that demand is laid out on hardware.
 *
 * A scenario knows its own words (tokens, frames, streams); what it hands on does not. Screening, pricing and scoring see
 * only hardware shapes, placement options and needs.
 */
import type { TSchema } from 'typebox';
import type { Accelerator } from '../catalogue/accelerator.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Category } from '../catalogue/instance.js';
import type { Finding } from '../finding.js';
import type { Estimate } from '../units.js';

export const SCENARIO_IDS = [
  'llm-inference',
  'model-inference',
  'llm-training',
  'llm-finetuning',
  'model-training',
  'offline-rendering',
  'virtual-workstation',
  'video-transcoding',
  'hpc',
] as const;
export type ScenarioId = (typeof SCENARIO_IDS)[number];

export const DIMENSION_IDS = [
  'gpuSpec',
  'instanceType',
  'billing',
  'costOptimisation',
  'accelerationStack',
  'networkStorage',
] as const;
export type DimensionId = (typeof DIMENSION_IDS)[number];
export type Weights = Readonly<Record<DimensionId, number>>;

/**
 * What performance depends on: the hardware of one server, never its region or price. All instance types with the same
 * shape share one placement. `null` = unknown.
 */
export interface HardwareShape {
  readonly key: string;
  readonly accelerator: Accelerator;
  /** Devices that the server sees: whole cards, or equal slices of cards when `share` < 1. */
  readonly count: number;
  /** Share of a card that each device is; 1 = whole cards. */
  readonly share: number;
  /** Memory of one device as the driver reports it, GiB; null when the card's memory is unknown. */
  readonly deviceMemoryGiB: number | null;
  readonly interconnect: 'nvlink' | 'nvswitch' | 'pcie' | 'other' | null;
  readonly rdmaGbps: number | null;
  readonly networkGbps: number | null;
  readonly vcpu: number | null;
  readonly hostMemoryGiB: number | null;
  readonly localNvmeGiB: number | null;
}

/** Caller's limits that change how a demand may be laid out. */
export interface PlacementLimits {
  readonly maxServers: number;
  readonly allowSharing: boolean;
}

/** A requirement that a shape (or offer) does not meet. `facts` hold the needed and the given amount. */
export interface Rejection {
  readonly code: string;
  readonly finding: Finding;
}

export interface Parallelism {
  readonly tensor: number;
  readonly pipeline: number;
  readonly data: number;
  readonly expert: number;
  readonly context?: number;
}

/** What the workload asks of a server beyond its cards; scoring compares it with what the instance type has. */
export interface Needs {
  /** Wanted whole vCPUs an accelerator so that it does not starve; null = nothing known. */
  readonly vcpuPerAccelerator: number | null;
  readonly hostMemoryGiBPerAccelerator: number | null;
  /** Data moved between servers by each server while it works, Gbps; 0 = nothing. */
  readonly interServerGbps: number;
  /** Data moved between cards of a server by each card while it works, GB/s; 0 = nothing. */
  readonly intraServerGBps: number;
  readonly isRdmaRequired: boolean;
  /** Sustained read (or write) of storage by each server, MB/s. */
  readonly storageMBps: number;
  /** Public traffic at the peak of the whole fleet, Gbps. */
  readonly egressGbps: number;
}

/** Fit of the software on this card for this job: what works out of the box. */
export interface SoftwareFit {
  /** Name and version of the engine, framework, renderer or code. */
  readonly name: string;
  readonly version: string | null;
  readonly precision: string | null;
  /** 0…1: share of the card's relevant features (kernels, precisions, graphs) that the software uses there. */
  readonly maturityRatio: number;
  /** Feature kinds that would help this job (e.g. communication-library for many servers), for the catalogue's features. */
  readonly helpfulFeatureKinds: readonly string[];
  readonly because: readonly Finding[];
}

/** Memory parts of the fullest device, expected GiB; absent parts do not apply. `null` = unknown. */
export interface MemoryParts {
  readonly device: number | null;
  readonly usable: number | null;
  readonly weights?: number;
  readonly kvCache?: number;
  readonly activations?: number;
  readonly runtime?: number;
  readonly gradients?: number;
  readonly optimizer?: number;
  readonly logits?: number;
  readonly other?: number;
  /** Without free cache space. */
  readonly total: number | null;
}

/** Memory and compute of one card that something takes; computeRatio 0…1 of the card. */
export interface PartOfCard {
  readonly memoryGiB: number;
  readonly computeRatio: number;
}

/** One legal way to run the demand on one shape. Several options of a shape compete with each other. */
export interface PlacementOption {
  readonly parallelism: Parallelism;
  /** Servers of one indivisible scaling unit (1, or more where a replica or a job spans servers). */
  readonly serversPerUnit: number;
  /** Scaling units that the peak needs, not rounded (3.2 → 4 units are rented). Jobs: 1. */
  readonly unitsAtPeak: number;
  /** Units kept beyond the need (N+1). */
  readonly spareUnits: number;
  /** Replicas that one unit holds (serving); 1 otherwise. */
  readonly replicasPerUnit: number;
  /** true: the number of units follows the load over time; false: it is constant while the job runs. */
  readonly isElastic: boolean;
  /** Hours that the whole job runs on all its servers; null for services. */
  readonly runHours: Estimate | null;
  /** Times a month that the job runs (nightly batches); absent = once. */
  readonly runsPerMonth?: number;
  /** Work done in an hour by all units at the peak, in `workUnit`s; null = unknown. A job's whole work: `workPerRun`. */
  readonly workPerHour: number | null;
  readonly workPerRun: number | null;
  /** Unit of work that costs are quoted for, e.g. million-output-tokens, thousand-images, frame, training-run. */
  readonly workUnit: string;
  /** Devices of a card that this option leaves idle on each server (e.g. 1 replica of 3 cards on 4). */
  readonly idleDevicesPerServer: number;
  /** Free memory of the fullest device over its usable memory. */
  readonly memoryHeadroomRatio: number | null;
  /** (goal − value) / goal of the tightest performance goal; null when no goal was stated. */
  readonly goalMarginRatio: number | null;
  /** Achieved over achievable rate of the binding resource at the peak, 0…1. */
  readonly utilisationRatio: number | null;
  /** Metric that is lower-better and orders options of equal cost (latency ms or hours). */
  readonly timeMetric: number | null;
  readonly report: OptionReport;
  readonly memory: MemoryParts;
  readonly memoryExtras?: { readonly kvCacheTokens: number; readonly maxConcurrency: number };
  readonly needs: Needs;
  readonly software: SoftwareFit;
  /** What the whole load takes of one card at its peak with its goals met; null or absent where it is not less than one. */
  readonly partOfOneCard?: (() => PartOfCard | null) | undefined;
}

/** What an answer tells of an option beside what ranks it. Hundreds are weighed and a few are told: see `LateReport`. */
export interface OptionReport {
  readonly performance: Readonly<Record<string, Estimate>>;
  readonly findings: readonly Finding[];
}

export interface PlacementOutcome {
  readonly options: readonly PlacementOption[];
  /** Why the shape (in every layout) fails; empty when there are options. All reasons, not the first. */
  readonly rejections: readonly Rejection[];
  /** true: no figure can be given (unknown hardware facts); the offer is listed as an option to test, without numbers. */
  readonly isUnknown?: boolean;
}

/** Hardware needs with no scenario words left in them, as the answer shows them. */
export interface Demand {
  readonly scenario: ScenarioId;
  readonly category: Category;
  /** Id of the resolved model card; null for models by numbers and jobs without a model. */
  readonly model: string | null;
  readonly precision: string | null;
  /** Smallest total accelerator memory that can hold the job, GiB. */
  readonly minimumTotalMemoryGiB: number | null;
  /** Peak load in `loadUnit`; null for jobs. */
  readonly peakLoad: number | null;
  readonly loadUnit: string | null;
  readonly facts: Readonly<Record<string, number | string | null>>;
}

/** The text of a first real-load test, with ready commands. */
export interface LoadTest {
  readonly summary: Finding;
  readonly measure: readonly string[];
  readonly decide: readonly Finding[];
  readonly commands: readonly { readonly tool: string; readonly command: string }[];
}

export interface RoadmapStep {
  readonly step: number;
  readonly title: Finding;
  readonly because: readonly Finding[];
}

/** A prepared question: names resolved, defaults filled; pure functions of one shape from here on. */
export interface Prepared {
  readonly demand: Demand;
  /** Assumptions made for the whole question. */
  readonly findings: readonly Finding[];
  /** Lays the demand out on one shape; deterministic; called once a shape. */
  place(shape: HardwareShape, limits: PlacementLimits): PlacementOutcome;
  /** What to test first and the road from one card, given the winning placement (null when no plan fits). */
  loadTest(winner: { shape: HardwareShape; option: PlacementOption } | null): LoadTest;
  roadmap(winner: { shape: HardwareShape; option: PlacementOption; servers: number } | null): readonly RoadmapStep[];
}

export interface PrepareContext {
  readonly catalogue: Catalogue;
  /** JSON pointer of the workload in the request, for faults. */
  readonly pointer: string;
}

/**
 * A field of the workload that a caller may give way on when no plan fits. Numbers move along a grid away from what was
 * stated, as far as the schema allows; words are tried one after the other, the nearest first.
 */
export type RelaxableField =
  | {
      /** JSON pointer below the workload, e.g. `/latency/timeToFirstTokenMs`. */
      readonly pointer: string;
      /** Way in which it asks for less. */
      readonly direction: 'up' | 'down';
      /** Grid of the answer, in the field's unit; absent: steps of one per cent. */
      readonly step?: number;
      /** The metric that this field is a goal for; a correction of that metric moves the goal alike. */
      readonly goalFor?: string;
      /**
       * The field is the size of the demand: `rate` arrives from outside and is served or not, `amount` is work to be done or
       * held at a time. It is also moved to see how far the winner holds.
       */
      readonly isLoad?: 'rate' | 'amount';
      /** The metrics that have to reach this load, in its unit; those that have a figure count. */
      readonly borneBy?: readonly string[];
    }
  | {
      readonly pointer: string;
      /** From the most to the least demanding. */
      readonly alternatives: readonly string[];
    };

export interface ScenarioDefinition<W = never> {
  readonly id: ScenarioId;
  readonly category: Category;
  readonly label: { readonly en: string; readonly zh: string };
  readonly description: { readonly en: string; readonly zh: string };
  /** TypeBox object with `scenario: Type.Literal(id)`; strict. */
  readonly schema: TSchema;
  /** TypeBox object of `/evaluate`'s configuration for this scenario. */
  readonly configurationSchema: TSchema;
  readonly example: W;
  readonly configurationExample: unknown;
  /** Weights of the six dimensions with the reason for each. */
  readonly defaultWeights: Weights;
  readonly weightReason: { readonly en: string; readonly zh: string };
  /** What may be given way on, in the order in which it is looked at; absent = nothing of the workload. */
  readonly relaxableFields?: readonly RelaxableField[];
  /** Resolves names and fills defaults; throws QuestionError with all faults. */
  prepare(workload: W, context: PrepareContext): Prepared;
  /** Answers `/evaluate` for one named configuration; throws QuestionError. */
  evaluate(workload: W, configuration: unknown, context: PrepareContext): EvaluateReply;
}

/** A scenario whose workload type is known only to itself. */
export type AnyScenario = Omit<ScenarioDefinition<never>, 'example'> & { readonly example: unknown };

export interface EvaluateReply {
  readonly fits: boolean | null;
  readonly headroomRatio: number | null;
  readonly memory: {
    readonly perAcceleratorGiB: MemoryParts;
    readonly kvCacheTokens?: number;
    readonly maxConcurrency?: number;
  };
  readonly performance: Readonly<Record<string, Estimate>>;
  readonly supported: { readonly ok: boolean; readonly because: readonly Finding[]; readonly nearest: string | null };
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly findings: readonly Finding[];
}
