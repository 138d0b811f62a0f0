/**
 * What lies between step time and wall clock: checkpoints, failures, restarts, start-up.
 *
 * Failure rate: Llama 3 (arXiv:2407.21783) saw 466 interruptions in 54 days on 16,384 H100, one in 50,700 GPU-hours;
 * BLOOM's log gives 32,000–65,000. Best interval: Young 1974, Daly 2006 (doi:10.1016/j.future.2004.11.016).
 */
import { BYTES_PER_GB, HOURS_PER_DAY, SECONDS_PER_HOUR } from '../../units.js';
import type { TrainingJob } from './job.js';

/** Device-hours between interruptions of a job. */
export const DEVICE_HOURS_BETWEEN_FAILURES = 50_000;
/** Detect, replace, reload, warm up: MegaScale (arXiv:2402.15627) reports under 15 minutes. */
export const RESTART_SECONDS = 900;
/**
 * Wall clock lost to evaluation, data stalls, slow restarts and people, beyond failures: nothing on one server, this share
 * on large clusters. Billed against step utilisation: BLOOM 0.88, Llama-3.1-405B 0.86 (failures included).
 */
const OPERATIONS_LOSS = 0.07;
/** Servers at which half of that is lost. */
const OPERATIONS_HALF_SERVERS = 8;
/** Container, data staging, compilation and warm-up of a first start. */
export const STARTUP_HOURS = 0.2;
/** Checkpoint write rate a server when storage is not stated, GB/s, and of the whole file system. */
export const WRITE_GBPS_PER_SERVER = 1.5;
export const WRITE_GBPS_TOTAL = 50;

/** Bytes of a resumable checkpoint. E.g. bf16 + AdamW: 2 + 4 + 8 = 14 B a parameter (BLOOM-176B: 2.3 TB). */
export function checkpointBytes(job: TrainingJob): number {
  const { model, bytes } = job;
  if (job.method !== 'full') {
    const embeddings = job.trainsEmbeddings ? 2 * model.embeddingParameters : 0;
    return (model.layers * job.adapterPerLayer + embeddings) * 14;
  }
  const style = job.framework.style;
  // A separate 16-bit copy is written beside the master weights only where the framework holds one.
  const weights = style === 'fsdp' || style === 'plain' ? bytes.weights : 2;
  const states = style === 'deepspeed' ? 12 : bytes.optimizer;
  return model.parameters * (weights + states);
}

export interface Goodput {
  readonly checkpointGB: number;
  readonly writeSeconds: number;
  readonly meanSecondsBetweenFailures: number;
  readonly intervalSeconds: number;
  /** Useful share of the wall clock. */
  readonly ratio: number;
}

/**
 * Best interval and useful share of the wall clock for `devices` on `servers`.
 * E.g. 16,384 devices: M = 50,000/16,384 h = 3.05 h; δ = 30 s → τ = √(2·30·(10,986 + 900)) − 30 = 814 s.
 */
export function goodput(
  job: TrainingJob,
  devices: number,
  servers: number,
  interruptionsPerServerDay: number,
  writeGBps: number | null,
): Goodput {
  const rate = writeGBps ?? Math.min(WRITE_GBPS_TOTAL, WRITE_GBPS_PER_SERVER * servers);
  const checkpointGB = checkpointBytes(job) / BYTES_PER_GB;
  const writeSeconds = checkpointGB / rate;
  const perHour = devices / DEVICE_HOURS_BETWEEN_FAILURES + (interruptionsPerServerDay * servers) / HOURS_PER_DAY;
  const between = SECONDS_PER_HOUR / perHour;
  const interval = Math.max(writeSeconds, Math.sqrt(2 * writeSeconds * (between + RESTART_SECONDS)) - writeSeconds, 60);
  const operations = (OPERATIONS_LOSS * (servers - 1)) / (servers - 1 + OPERATIONS_HALF_SERVERS);
  const loss = writeSeconds / interval + interval / (2 * between) + RESTART_SECONDS / between + operations;
  return {
    checkpointGB,
    writeSeconds,
    meanSecondsBetweenFailures: between,
    intervalSeconds: interval,
    ratio: 1 / (1 + loss),
  };
}
