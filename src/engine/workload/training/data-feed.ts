/** What feeding a training job asks of CPUs and storage. */
import { type Finding, finding } from '../../finding.js';
import { MIB_PER_GIB } from '../../units.js';
import type { TrainingQuestion } from './question.js';

export interface DataFeed {
  readonly vcpuPerAccelerator: number;
  readonly readMBpsPerServer: number;
  readonly findings: readonly Finding[];
}

/** Bytes a token on storage: token ids of 2–4 bytes for text; media cost their files. */
const BYTES_PER_TOKEN: Readonly<Record<string, number>> = { text: 4, audio: 400, images: 600, mixed: 300, video: 6000 };
/** Whole vCPUs that keep one card fed: loaders and launch threads for text, decoding for media. */
const VCPU_PER_CARD: Readonly<Record<string, number>> = { text: 6, audio: 10, images: 14, mixed: 12, video: 20 };

export function dataFeed(question: TrainingQuestion, tokensPerSecond: number, servers: number): DataFeed {
  const kind = question.datasetKind;
  const tokens = question.tokens?.expected ?? null;
  const stated = question.datasetGiB;
  let perToken = BYTES_PER_TOKEN[kind] ?? 4;
  // The stated size over one pass of the tokens wins where it says more than the usual.
  if (stated !== null && tokens !== null)
    perToken = Math.max(perToken, Math.min(1e5, (stated * MIB_PER_GIB * 1024 * 1024) / tokens));
  const read = (tokensPerSecond * perToken) / 1e6 / servers;
  const findings: Finding[] = [];
  if (stated !== null || kind !== 'text') {
    findings.push(
      finding('training-data-feed', {
        datasetKind: kind,
        datasetGiB: stated,
        readMBpsPerServer: read,
        vcpuPerAccelerator: VCPU_PER_CARD[kind] ?? 6,
      }),
    );
  }
  return { vcpuPerAccelerator: VCPU_PER_CARD[kind] ?? 6, readMBpsPerServer: read, findings };
}
