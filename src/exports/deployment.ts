/** What deploying programs ask of a plan: groups of servers by billing mode, the serving or training layout, load over time. */

import type { BillingMode } from '../engine/catalogue/provider.js';
import type { Finding } from '../engine/finding.js';
import { openLoad } from '../engine/pricing/load.js';
import { engineSettings } from '../engine/sizing/inference/question.js';
import type { InferenceEngine } from '../engine/sizing/inference/question-schema.js';
import { freeMemoryRatio, type ServingSetup, shareOfDevice } from '../engine/sizing/inference/serving-commands.js';
import type { ExportSubject, NotApplicable } from './export-format.js';

/** Servers that are bought alike. */
export interface ServerGroup {
  /** Short and unique in the plan, e.g. `subscription-12m`. */
  readonly name: string;
  readonly billingMode: BillingMode;
  readonly termMonths: number | null;
  readonly servers: number;
}

/** The billing mix as groups that add up to the servers of the plan; what the mix does not name is on demand. */
export function serverGroups({ plan }: ExportSubject): readonly ServerGroup[] {
  let left = plan.placement.servers;
  const groups: ServerGroup[] = [];
  for (const { billingMode, termMonths, servers } of plan.cost.billingMix) {
    const taken = Math.min(left, servers);
    if (taken === 0) continue;
    left -= taken;
    groups.push({
      name: termMonths === null ? billingMode : `${billingMode}-${termMonths}m`,
      billingMode,
      termMonths,
      servers: taken,
    });
  }
  const onDemand = groups.findIndex(({ name }) => name === 'on-demand');
  const found = groups[onDemand];
  if (left === 0) return groups;
  if (found !== undefined) groups[onDemand] = { ...found, servers: found.servers + left };
  else groups.push({ name: 'on-demand', billingMode: 'on-demand', termMonths: null, servers: left });
  return groups;
}

/** Lowest load of the profile over its peak; 1 = constant or not stated. */
export function leastLoadRatio({ request }: ExportSubject): number {
  const { rising, isFlat } = openLoad(request.usage ?? {});
  return isFlat ? 1 : (rising[0] ?? 1);
}

/** How a service of a language model is laid out and bounded. */
export interface Serving extends ServingSetup {
  readonly replicas: number;
  readonly devicesPerReplica: number;
  readonly replicasPerServer: number;
}

type Words = Readonly<Record<string, unknown>>;

/** The serving layout; null when the plan serves no language model. */
export function servingOf({ request, reply, plan }: ExportSubject): Serving | null {
  if (reply.demand.scenario !== 'llm-inference') return null;
  const { placement, memory, findings } = plan;
  const workload = request.workload as Words;
  const settings = engineSettings(workload.engine as InferenceEngine | undefined);
  const { tensor, pipeline, expert } = placement.parallelism;
  const chosen = factsOf(findings, 'layout-chosen');
  const attentionData = numberOr(chosen.attentionData, 1);
  const devicesPerReplica = numberOr(chosen.devices, tensor * pipeline);
  const perServer = placement.acceleratorsPerServer;
  const memoryUtilizationRatio = settings.memoryUtilizationRatio ?? shareOfDevice(memory.perAcceleratorGiB) ?? 0.9;
  const kvCachePrecision = workload.kvCachePrecision;
  return {
    engine: placement.software.name,
    tensor,
    pipeline,
    expert,
    attentionData,
    replicas: placement.replicas,
    devicesPerReplica,
    serversPerReplica: Math.max(1, Math.ceil(devicesPerReplica / perServer)),
    replicasPerServer: Math.max(1, Math.floor(perServer / devicesPerReplica)),
    memoryUtilizationRatio,
    freeMemoryForCacheRatio: freeMemoryRatio(memory.perAcceleratorGiB, memoryUtilizationRatio),
    maxContextTokens: numberOr(reply.demand.facts.maxContextTokens, 4096),
    maxBatchedTokens: settings.maxBatchedTokens,
    maxSequences: settings.maxSequences,
    usesCudaGraphs: settings.cudaGraphs,
    chunksPrefill: settings.chunkedPrefill,
    weightPrecision: placement.software.precision,
    cachePrecision: typeof kvCachePrecision === 'string' && kvCachePrecision !== 'auto' ? kvCachePrecision : null,
  };
}

/** How a training job is laid out. */
export interface Training {
  readonly framework: string;
  readonly method: string;
  readonly loraRank: number;
  readonly tensor: number;
  readonly pipeline: number;
  readonly context: number;
  readonly expert: number;
  readonly data: number;
  readonly microBatch: number;
  readonly globalBatch: number;
  readonly gradientAccumulation: number;
  readonly sequenceTokens: number;
  /** 0 = none, 1…3 = ZeRO stages; 3 shards the weights too. */
  readonly zeroStage: 0 | 1 | 2 | 3;
  /** Devices over which the weights are sharded; null = over all of `data`. */
  readonly shardWidth: number | null;
  readonly recomputation: 'none' | 'selective' | 'full';
  /** Optimiser states in host memory. */
  readonly offloadsOptimizer: boolean;
  readonly precision: string;
  readonly servers: number;
  readonly devicesPerServer: number;
  /** Slow end of the estimate; null = not estimated. */
  readonly durationHours: number | null;
}

const ZERO_STAGES: Readonly<Record<string, Training['zeroStage']>> = { none: 0, zero1: 1, zero2: 2, zero3: 3 };

/** The training layout; null when the plan trains no language model. */
export function trainingOf({ request, reply, plan }: ExportSubject): Training | null {
  if (reply.demand.scenario !== 'llm-training' && reply.demand.scenario !== 'llm-finetuning') return null;
  const { placement, findings, performance } = plan;
  const { tensor, pipeline, expert, data, context = 1 } = placement.parallelism;
  const workload = request.workload as Words;
  const layout = factsOf(findings, 'training-layout');
  const microBatch = numberOr(layout.microBatch, 1);
  const globalBatch = numberOr(
    reply.demand.facts.globalBatchSequences,
    numberOr(workload.globalBatchSequences, data * microBatch),
  );
  return {
    framework: placement.software.name,
    method: String(reply.demand.facts.method ?? workload.method ?? 'full'),
    loraRank: numberOr(workload.loraRank, 16),
    tensor,
    pipeline,
    context,
    expert,
    data,
    microBatch,
    globalBatch,
    gradientAccumulation: Math.max(1, Math.ceil(globalBatch / (data * microBatch))),
    sequenceTokens: numberOr(reply.demand.facts.sequenceTokens, numberOr(workload.sequenceTokens, 4096)),
    zeroStage: ZERO_STAGES[String(layout.sharding)] ?? 0,
    shardWidth: typeof layout.shardWidth === 'number' ? layout.shardWidth : null,
    recomputation:
      layout.activationCheckpointing === 'full' || layout.activationCheckpointing === 'selective'
        ? layout.activationCheckpointing
        : 'none',
    offloadsOptimizer: layout.offload === 'optimizer',
    precision: placement.software.precision ?? 'bf16',
    servers: placement.servers,
    devicesPerServer: placement.acceleratorsPerServer,
    durationHours: performance.durationHours?.high ?? null,
  };
}

export function notServing(subject: ExportSubject): NotApplicable | null {
  return servingOf(subject) !== null
    ? null
    : { en: 'The plan serves no language model.', zh: '该方案不是大语言模型推理服务。' };
}

export function notTraining(subject: ExportSubject): NotApplicable | null {
  return trainingOf(subject) !== null
    ? null
    : { en: 'The plan trains no language model.', zh: '该方案不是大语言模型训练任务。' };
}

function factsOf(findings: readonly Finding[], code: string): Words {
  return findings.find((f) => f.code === code)?.facts ?? {};
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}
