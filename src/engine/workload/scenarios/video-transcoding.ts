/** Video transcoding: live streams on the video engines of cards. */

import { isGeForce } from '../../catalogue/accelerator.js';
import { type Finding, finding } from '../../finding.js';
import { measures } from '../../measures.js';
import { scaled } from '../../sizing/reference/transfer.js';
import { type EncoderTable, encoderTable } from '../../sizing/transcoding/encoder-speed.js';
import { type StreamCapacity, type StreamDemand, streamCapacity } from '../../sizing/transcoding/stream-capacity.js';
import { GEFORCE_SESSIONS } from '../../sizing/transcoding/video.js';
import type { Estimate } from '../../units.js';
import { CardConfiguration, resolveHardware } from '../card-configuration.js';
import { LateReport } from '../late.js';
import {
  assumed,
  firstTest,
  headroom,
  memoryOf,
  reject,
  rejected,
  road,
  sideBySide,
  unknownOutcome,
} from '../option-parts.js';
import type {
  EvaluateReply,
  HardwareShape,
  PlacementOption,
  PlacementOutcome,
  PrepareContext,
  Prepared,
  Rejection,
  ScenarioDefinition,
} from '../scenario.js';
import { VideoTranscodingWorkload } from './video-transcoding-schema.js';

/** Demultiplexing, audio and segmenting cost a stream about a tenth of a vCPU (ffmpeg with hardware codecs). */
const VCPU_PER_STREAM = 0.1;
const MBPS_PER_GBPS = 1000;

interface TranscodingQuestion {
  readonly workload: VideoTranscodingWorkload;
  readonly demand: StreamDemand;
  readonly table: EncoderTable;
  readonly egressMbpsPerStream: number;
  readonly findings: readonly Finding[];
}

function questionOf(workload: VideoTranscodingWorkload, { catalogue }: PrepareContext): TranscodingQuestion {
  const findings: Finding[] = [];
  const preset = workload.preset ?? 'p4';
  const rateControl = workload.rateControl ?? 'high-quality';
  const marginRatio = workload.marginRatio ?? 0.8;
  if (workload.preset === undefined) findings.push(assumed('preset', preset));
  if (workload.rateControl === undefined) findings.push(assumed('rateControl', rateControl));
  if (workload.marginRatio === undefined) findings.push(assumed('marginRatio', marginRatio));
  const outputs = workload.outputs.map(({ codec, width, height, framesPerSecond }) => ({
    codec,
    width,
    height,
    framesPerSecond: framesPerSecond ?? workload.input.framesPerSecond,
  }));
  return {
    workload,
    demand: { input: workload.input, outputs, preset, rateControl, marginRatio },
    table: catalogue.derive(encoderTable),
    egressMbpsPerStream: workload.outputs.reduce((sum, output) => sum + (output.bitrateMbps ?? 0), 0),
    findings,
  };
}

/** Whole streams of one device, and of one server where a licence of the driver limits it. */
interface DeviceStreams {
  readonly capacity: StreamCapacity;
  readonly perDevice: number;
  readonly perServer: number;
  readonly isCapped: boolean;
  readonly bound: 'encoder' | 'decoder' | 'memory';
}

function streamsOn(question: TranscodingQuestion, shape: HardwareShape): DeviceStreams | readonly Rejection[] | null {
  const card = shape.accelerator;
  if (card.kind !== 'gpu') return [reject('no-video-encoder', { accelerator: card.name })];
  const capacity = streamCapacity(question.demand, card, shape.deviceMemoryGiB, question.table);
  if (capacity === null) return null;
  if (!('encode' in capacity)) {
    return capacity.map((refusal) =>
      reject(refusal.code, { accelerator: card.name, codec: 'codec' in refusal ? refusal.codec : null }),
    );
  }
  const whole = Math.min(capacity.encode.expected, capacity.decode) * shape.share;
  const perDevice = Math.floor(Math.min(whole, capacity.memory ?? Number.POSITIVE_INFINITY) + 1e-9);
  if (perDevice === 0) {
    return [reject('stream-larger-than-device', { accelerator: card.name, streamsPerDevice: whole })];
  }
  const sessions = question.demand.outputs.length;
  const cap = isGeForce(card) ? Math.floor(GEFORCE_SESSIONS / sessions) : Number.POSITIVE_INFINITY;
  const perServer = Math.min(perDevice * shape.count, cap);
  if (perServer === 0)
    return [reject('encoder-sessions-short', { accelerator: card.name, sessions: GEFORCE_SESSIONS })];
  const bound =
    capacity.memory !== null && capacity.memory < whole
      ? 'memory'
      : capacity.encode.expected <= capacity.decode
        ? 'encoder'
        : 'decoder';
  return { capacity, perDevice, perServer, isCapped: perServer < perDevice * shape.count, bound };
}

function performanceOf(
  question: TranscodingQuestion,
  on: DeviceStreams,
  servers: number,
  devices: number,
): Readonly<Record<string, Estimate>> {
  const { capacity } = on;
  const ratio = (on.perServer * servers) / capacity.encode.expected;
  const streams = scaled(capacity.encode, ratio);
  return {
    streams: { ...streams, low: Math.floor(streams.low), high: Math.ceil(streams.high) },
    framesPerSecond: scaled(capacity.encodeFramesPerSecond, devices),
    framesPerSecondPerEngine: scaled(capacity.encodeFramesPerSecond, 1 / capacity.engines),
    encoderUtilisationRatio: scaled(
      { low: 1, expected: 1, high: 1, evidence: capacity.encode.evidence },
      Math.min(1, (question.workload.streams / devices) * (question.demand.marginRatio / capacity.encode.expected)),
    ),
  };
}

function place(question: TranscodingQuestion, shape: HardwareShape): PlacementOutcome {
  const on = streamsOn(question, shape);
  if (on === null) return unknownOutcome();
  if (!('capacity' in on)) return rejected(on);
  return { options: [optionOf(question, shape, on)], rejections: [] };
}

function optionOf(question: TranscodingQuestion, shape: HardwareShape, on: DeviceStreams): PlacementOption {
  const { streams } = question.workload;
  const units = streams / on.perServer;
  const servers = Math.ceil(units - 1e-9);
  const memory = memoryOf(shape.deviceMemoryGiB, { other: on.capacity.memoryGiBPerStream * on.perDevice });
  const usedDevices = Math.ceil(streams / on.perDevice - 1e-9);
  return {
    parallelism: sideBySide(servers * shape.count),
    serversPerUnit: 1,
    unitsAtPeak: units,
    spareUnits: 0,
    replicasPerUnit: shape.count,
    isElastic: true,
    runHours: null,
    workPerHour: streams,
    workPerRun: null,
    workUnit: 'stream-hour',
    idleDevicesPerServer: Math.max(0, Math.floor((servers * shape.count - usedDevices) / servers)),
    memoryHeadroomRatio: headroom(memory),
    goalMarginRatio: null,
    utilisationRatio: streams / (servers * on.perServer),
    timeMetric: null,
    report: new LateReport(
      () => performanceOf(question, on, servers, servers * shape.count),
      () => streamFindings(shape, on),
    ),
    memory,
    needs: {
      vcpuPerAccelerator: Math.max(1, Math.ceil(on.perDevice * VCPU_PER_STREAM)),
      hostMemoryGiBPerAccelerator: Math.max(4, on.perDevice * 0.25),
      interServerGbps: 0,
      intraServerGBps: 0,
      isRdmaRequired: false,
      storageMBps: 0,
      egressGbps: (streams * question.egressMbpsPerStream) / MBPS_PER_GBPS,
    },
    software: {
      name: 'ffmpeg / NVENC',
      version: null,
      precision: null,
      maturityRatio: on.isCapped ? 0.6 : 1,
      helpfulFeatureKinds: ['driver', 'image'],
      because: [],
    },
  };
}

function streamFindings(shape: HardwareShape, on: DeviceStreams): Finding[] {
  const card = shape.accelerator;
  const { capacity } = on;
  const findings = [
    finding('streams-per-device', {
      accelerator: card.name,
      streamsPerDevice: on.perDevice,
      bound: on.bound,
      encoderStreams: capacity.encode.expected * shape.share,
      decoderStreams: capacity.decode * shape.share,
      encoders: card.nvencEngines,
      decoders: card.nvdecEngines,
      reference: capacity.reference ?? 'interpolated',
    }),
  ];
  if (card.nvdecEngines === null) findings.push(finding('decoder-count-unknown', { accelerator: card.name }));
  if (on.isCapped) findings.push(finding('geforce-sessions', { accelerator: card.name, sessions: GEFORCE_SESSIONS }));
  return findings;
}

function prepare(workload: VideoTranscodingWorkload, context: PrepareContext): Prepared {
  const question = questionOf(workload, context);
  return {
    demand: {
      scenario: 'video-transcoding',
      category: 'rendering',
      model: null,
      precision: null,
      minimumTotalMemoryGiB: null,
      peakLoad: workload.streams,
      loadUnit: 'stream',
      facts: {
        inputCodec: workload.input.codec,
        outputs: workload.outputs.length,
        preset: question.demand.preset,
        rateControl: question.demand.rateControl,
        egressMbpsPerStream: question.egressMbpsPerStream,
      },
    },
    findings: question.findings,
    place: (shape) => place(question, shape),
    loadTest: (winner) =>
      firstTest({
        what: 'your ladder with rising numbers of streams until one falls behind',
        accelerator: winner?.shape.accelerator.name ?? null,
        measure: measures('streams', 'encoderUtilisationRatio', 'decoderUtilisation', 'framesPerSecond'),
        decide: [finding('decide-streams')],
        commands: [
          { tool: 'ffmpeg', command: ffmpegCommand(question) },
          { tool: 'nvidia-smi', command: 'nvidia-smi dmon -s u -d 5' },
        ],
      }),
    roadmap: (winner) =>
      road([
        { title: finding('road-one-card-streams'), because: [finding('decide-streams')] },
        { title: finding('road-scale-streams', { servers: winner?.servers ?? 1 }) },
      ]),
  };
}

function ffmpegCommand({ demand }: TranscodingQuestion): string {
  const encoder = { h264: 'h264_nvenc', h265: 'hevc_nvenc', av1: 'av1_nvenc', vp9: 'libvpx-vp9' } as const;
  const first = demand.outputs[0];
  if (first === undefined) return 'ffmpeg -hwaccel cuda -i input.mp4 -f null -';
  return `ffmpeg -hwaccel cuda -hwaccel_output_format cuda -re -i input.mp4 -vf scale_cuda=${first.width}:${first.height} -c:v ${encoder[first.codec]} -preset ${demand.preset} -f null -`;
}

function evaluate(workload: VideoTranscodingWorkload, configuration: unknown, context: PrepareContext): EvaluateReply {
  const question = questionOf(workload, context);
  const hardware = resolveHardware(configuration as CardConfiguration, context.catalogue, '/configuration');
  const { shape, servers, devices } = hardware;
  const on = streamsOn(question, shape);
  if (on === null || !('capacity' in on)) {
    const because =
      on === null
        ? [finding('no-published-figure', { accelerator: shape.accelerator.name })]
        : on.map((r) => r.finding);
    return {
      fits: on === null ? null : false,
      headroomRatio: null,
      memory: { perAcceleratorGiB: memoryOf(shape.deviceMemoryGiB, {}) },
      performance: {},
      supported: { ok: on === null, because, nearest: null },
      configuration: hardware.echo,
      findings: question.findings,
    };
  }
  const memory = memoryOf(shape.deviceMemoryGiB, {
    other: on.capacity.memoryGiBPerStream * Math.min(on.perDevice, Math.ceil(workload.streams / devices)),
  });
  return {
    fits: workload.streams <= on.perServer * servers,
    headroomRatio: headroom(memory),
    memory: { perAcceleratorGiB: memory },
    performance: performanceOf(question, on, servers, devices),
    supported: { ok: true, because: [], nearest: null },
    configuration: hardware.echo,
    findings: [...question.findings, ...streamFindings(shape, on)],
  };
}

export const VIDEO_TRANSCODING: ScenarioDefinition<VideoTranscodingWorkload> = {
  id: 'video-transcoding',
  category: 'rendering',
  label: { en: 'Video transcoding', zh: '视频转码' },
  description: {
    en: 'Live streams decoded and encoded by the video engines of cards: streams a card, servers, cost a stream-hour.',
    zh: '由显卡视频引擎解码与编码的直播流：单卡路数、服务器数与每路每小时成本。',
  },
  schema: VideoTranscodingWorkload,
  configurationSchema: CardConfiguration,
  example: {
    scenario: 'video-transcoding',
    streams: 200,
    input: { codec: 'h264', width: 1920, height: 1080, framesPerSecond: 25 },
    outputs: [{ codec: 'h265', width: 1920, height: 1080, bitrateMbps: 2 }],
    preset: 'p3',
  },
  configurationExample: { accelerator: 'T4', acceleratorCount: 4 },
  defaultWeights: {
    gpuSpec: 0.2,
    instanceType: 0.15,
    billing: 0.15,
    costOptimisation: 0.35,
    accelerationStack: 0.05,
    networkStorage: 0.1,
  },
  weightReason: {
    en: 'Video engines are counted by the card: cost a stream decides, and the traffic that the streams make.',
    zh: '视频引擎按卡计数：每路成本最重要，其次是码流带来的流量。',
  },
  relaxableFields: [
    { pointer: '/streams', direction: 'down', step: 1, isLoad: 'amount', borneBy: ['streams'] },
    { pointer: '/preset', alternatives: ['p7', 'p6', 'p5', 'p4', 'p3', 'p2', 'p1'] },
  ],
  prepare,
  evaluate,
};
