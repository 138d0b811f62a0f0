/** What a load test measures, in words of both languages: figures of a plan by their label, the rest from a table. */
import { METRICS } from './metrics.js';

interface Text {
  readonly en: string;
  readonly zh: string;
}

const OTHERS = {
  peakMemory: { en: 'Peak memory of each card (GiB)', zh: '每卡显存峰值（GiB）' },
  peakMemoryByTools: {
    en: 'Peak memory of each card (nvidia-smi, torch.cuda.max_memory_reserved)',
    zh: '每卡显存峰值（nvidia-smi、torch.cuda.max_memory_reserved）',
  },
  peakFrameBuffer: { en: 'Peak frame buffer of a user (GiB)', zh: '每用户帧缓存峰值（GiB）' },
  preemptions: { en: 'Preempted requests', zh: '被抢占的请求数' },
  secondsAStep: { en: 'Seconds a step after warm-up', zh: '预热后每步秒数' },
  tokensASecond: { en: 'Tokens a second', zh: '每秒 token 数' },
  samplesASecond: { en: 'Samples a second after warm-up', zh: '预热后每秒样本数' },
  dataWait: { en: 'Share of the step that waits for data', zh: '每步中等待数据的占比' },
  lossCurve: { en: 'Loss curve', zh: '损失曲线' },
  allReduce: {
    en: 'All-reduce bus bandwidth between two servers (nccl-tests)',
    zh: '两台服务器间的 all-reduce 总线带宽（nccl-tests）',
  },
  diskReadRate: { en: 'Disk read rate', zh: '磁盘读取速率' },
  fixedSecondsAFrame: { en: 'Seconds a frame that no card makes shorter', zh: '每帧中与显卡无关的固定秒数' },
  gpuUtilisation: { en: 'Utilisation of the card (0…1)', zh: '显卡利用率（0…1）' },
  cpuUtilisation: { en: 'Utilisation of the host processors (0…1)', zh: '主机 CPU 利用率（0…1）' },
  decoderUtilisation: { en: 'Utilisation of the decoders (0…1)', zh: '解码引擎利用率（0…1）' },
} as const satisfies Record<string, Text>;

/** English of what is measured, by ids of the table above or of the figures of `performance`. */
export function measures(...ids: readonly (keyof typeof OTHERS | keyof typeof METRICS)[]): readonly string[] {
  return ids.map((id) => textOf(id).en);
}

/** The same words in Chinese; a text that is none of ours stays. */
export function measureInChinese(english: string): string {
  return CHINESE.get(english) ?? english;
}

function textOf(id: string): Text {
  const text = (OTHERS as Readonly<Record<string, Text>>)[id] ?? METRICS[id]?.label;
  if (text === undefined) throw new Error(`nothing to measure is called ${id}`);
  return text;
}

const CHINESE: ReadonlyMap<string, string> = new Map(
  [...Object.values(OTHERS), ...Object.values(METRICS).map(({ label }) => label)].map(({ en, zh }) => [en, zh]),
);
