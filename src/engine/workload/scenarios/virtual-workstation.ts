/** Virtual workstations: seats by kind of user on slices, whole cards or shared sessions. */

import { isGeForce } from '../../catalogue/accelerator.js';
import { type Finding, finding } from '../../finding.js';
import { measures } from '../../measures.js';
import { type EncoderTable, encoderTable } from '../../sizing/transcoding/encoder-speed.js';
import { encodersOf } from '../../sizing/transcoding/video.js';
import { type Screen, type Seats, seatsOf } from '../../sizing/workstation/seats.js';
import { USER_NEEDS, type UserNeed, type UserType } from '../../sizing/workstation/user-types.js';
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
import { VirtualWorkstationWorkload } from './virtual-workstation-schema.js';

interface Group {
  readonly type: UserType;
  /** Users at work at the peak. */
  readonly seats: number;
  readonly need: UserNeed;
}

interface WorkstationQuestion {
  readonly groups: readonly Group[];
  readonly seats: number;
  readonly isShared: boolean;
  readonly screen: Screen;
  readonly bitrateMbps: number;
  readonly table: EncoderTable;
  readonly findings: readonly Finding[];
}

const MBPS_PER_GBPS = 1000;

function questionOf(workload: VirtualWorkstationWorkload, { catalogue }: PrepareContext): WorkstationQuestion {
  const findings: Finding[] = [];
  const ratio = workload.concurrencyRatio ?? 1;
  for (const [field, value] of [
    ['concurrencyRatio', 1],
    ['seating', 'machine-per-user'],
    ['displayWidth', 1920],
    ['displayHeight', 1080],
    ['displays', 1],
    ['framesPerSecond', 30],
    ['bitrateMbps', 10],
  ] as const) {
    if (workload[field] === undefined) findings.push(assumed(field, value));
  }
  const groups = workload.users.map((group) => {
    const usual = USER_NEEDS[group.type];
    const need = {
      frameBufferGiB: group.frameBufferGiB ?? usual.frameBufferGiB,
      vcpu: group.vcpu ?? usual.vcpu,
      memoryGiB: group.memoryGiB ?? usual.memoryGiB,
      series: usual.series,
    };
    findings.push(
      finding('user-needs', {
        userType: group.type,
        frameBufferGiB: need.frameBufferGiB,
        vcpu: need.vcpu,
        memoryGiB: need.memoryGiB,
        licence: licenceOf(usual),
      }),
    );
    return { type: group.type, seats: Math.ceil(group.count * ratio - 1e-9), need };
  });
  return {
    groups,
    seats: groups.reduce((sum, group) => sum + group.seats, 0),
    isShared: workload.seating === 'shared-sessions',
    screen: {
      width: workload.displayWidth ?? 1920,
      height: workload.displayHeight ?? 1080,
      displays: workload.displays ?? 1,
      framesPerSecond: workload.framesPerSecond ?? 30,
    },
    bitrateMbps: workload.bitrateMbps ?? 10,
    table: catalogue.derive(encoderTable),
    findings,
  };
}

interface SeatedGroup {
  readonly group: Group;
  readonly seats: Seats;
}

/** Seats of every group on a device of the shape, or why not; null = nothing is known of the card's graphics. */
function seat(
  question: WorkstationQuestion,
  shape: HardwareShape,
): readonly SeatedGroup[] | readonly Rejection[] | null {
  const card = shape.accelerator;
  if (card.kind !== 'gpu') return [reject('no-graphics-engine', { accelerator: card.name })];
  if (card.vendor === 'NVIDIA' && encodersOf(card) === 0)
    return [reject('no-graphics-engine', { accelerator: card.name })];
  if (shape.deviceMemoryGiB === null || !GRAPHICS_VENDORS.has(card.vendor)) return null;
  const host = {
    card,
    share: shape.share,
    deviceMemoryGiB: shape.deviceMemoryGiB,
    vcpu: shape.vcpu === null ? null : shape.vcpu / shape.count,
    hostMemoryGiB: shape.hostMemoryGiB === null ? null : shape.hostMemoryGiB / shape.count,
  };
  const seated = question.groups.map((group) => ({
    group,
    seats: seatsOf(host, group.need, question.screen, question.isShared, question.table),
  }));
  const failing = seated.filter(({ seats }) => seats.perDevice === 0);
  if (failing.length === 0) return seated;
  return failing.map(({ group, seats }) =>
    reject('user-does-not-fit', {
      userType: group.type,
      limit: seats.bound,
      accelerator: card.name,
      deviceMemoryGiB: host.deviceMemoryGiB,
      vcpu: host.vcpu,
      hostMemoryGiB: host.hostMemoryGiB,
      neededFrameBufferGiB: group.need.frameBufferGiB,
      neededVcpu: group.need.vcpu,
      neededMemoryGiB: group.need.memoryGiB,
    }),
  );
}
const GRAPHICS_VENDORS: ReadonlySet<string> = new Set(['NVIDIA', 'AMD', 'Intel']);

function isSeated(value: readonly SeatedGroup[] | readonly Rejection[]): value is readonly SeatedGroup[] {
  return value.length > 0 && value.every((entry) => 'seats' in entry);
}

function place(question: WorkstationQuestion, shape: HardwareShape): PlacementOutcome {
  const seated = seat(question, shape);
  if (seated === null) return unknownOutcome();
  if (!isSeated(seated)) return rejected(seated as readonly Rejection[]);
  return { options: [optionOf(question, shape, seated)], rejections: [] };
}

/** Devices that all groups need; a group's last device may be part empty. */
function devicesFor(seated: readonly SeatedGroup[]): number {
  return seated.reduce((sum, { group, seats }) => sum + Math.ceil(group.seats / seats.perDevice - 1e-9), 0);
}

const certain = (value: number): Estimate => ({ low: value, expected: value, high: value, evidence: 'analytic' });

function performanceOf(seated: readonly SeatedGroup[], devices: number): Readonly<Record<string, Estimate>> {
  const needed = devicesFor(seated);
  const seats = seated.reduce((sum, { group }) => sum + group.seats, 0);
  // The mix of kinds on full devices, whatever the last one is filled to.
  const perDevice = seats / seated.reduce((sum, { group, seats: on }) => sum + group.seats / on.perDevice, 0);
  // Density is a rule, not a measurement: heavier screens and scenes take a fifth off, light ones add nothing.
  const users = devices * perDevice;
  return {
    usersPerAccelerator: { low: perDevice * 0.8, expected: perDevice, high: perDevice, evidence: 'analytic' },
    users: {
      low: Math.floor(users * 0.8),
      expected: Math.floor(users + 1e-9),
      high: Math.floor(users + 1e-9),
      evidence: 'analytic',
    },
    acceleratorsNeeded: certain(needed),
  };
}

function optionOf(
  question: WorkstationQuestion,
  shape: HardwareShape,
  seated: readonly SeatedGroup[],
): PlacementOption {
  const devices = devicesFor(seated);
  const units = devices / shape.count;
  const servers = Math.ceil(units - 1e-9);
  const heaviest = seated.reduce(
    (sum, { group, seats }) => Math.max(sum, group.need.frameBufferGiB * seats.perDevice),
    0,
  );
  const memory = memoryOf(shape.deviceMemoryGiB, { other: Math.min(heaviest, shape.deviceMemoryGiB ?? heaviest) });
  const capacity = seated.reduce(
    (sum, { group, seats }) => sum + Math.ceil(group.seats / seats.perDevice) * seats.perDevice,
    0,
  );
  const isTight = seated.some(({ seats }) => seats.isTight);
  return {
    parallelism: sideBySide(servers * shape.count),
    serversPerUnit: 1,
    unitsAtPeak: units,
    spareUnits: 0,
    replicasPerUnit: shape.count,
    isElastic: true,
    runHours: null,
    workPerHour: question.seats,
    workPerRun: null,
    workUnit: 'user-hour',
    idleDevicesPerServer: Math.max(0, Math.floor((servers * shape.count - devices) / servers)),
    memoryHeadroomRatio: headroom(memory),
    goalMarginRatio: null,
    utilisationRatio: Math.min(1, question.seats / capacity),
    timeMetric: null,
    report: new LateReport(
      () => performanceOf(seated, servers * shape.count),
      () => seatFindings(question, shape, seated),
    ),
    memory,
    needs: {
      vcpuPerAccelerator: Math.max(...seated.map(({ group, seats }) => group.need.vcpu * seats.perDevice)),
      hostMemoryGiBPerAccelerator: Math.max(
        ...seated.map(({ group, seats }) => group.need.memoryGiB * seats.perDevice),
      ),
      interServerGbps: 0,
      intraServerGBps: 0,
      isRdmaRequired: false,
      storageMBps: 0,
      egressGbps: (question.seats * question.bitrateMbps) / MBPS_PER_GBPS,
    },
    software: {
      name: hasGridDriver(shape.accelerator) ? 'GRID driver' : `${shape.accelerator.vendor} graphics driver`,
      version: null,
      precision: null,
      maturityRatio: (shape.accelerator.vendor === 'NVIDIA' ? 1 : 0.6) * (isTight ? 0.8 : 1),
      helpfulFeatureKinds: ['graphics-licence', 'driver', 'image'],
      because: [finding('graphics-licence-and-driver')],
    },
  };
}

/** NVIDIA licenses its virtual workstation and the GRID driver for data-centre and RTX cards, not for GeForce. */
/** Licences go by user: each kind of user needs that of his profile. */
function licenceOf({ series }: Pick<UserNeed, 'series'>): 'vWS' | 'vPC' {
  return series === 'Q' ? 'vWS' : 'vPC';
}

function hasGridDriver(card: HardwareShape['accelerator']): boolean {
  return card.vendor === 'NVIDIA' && !isGeForce(card);
}

function seatFindings(question: WorkstationQuestion, shape: HardwareShape, seated: readonly SeatedGroup[]): Finding[] {
  const card = shape.accelerator;
  const findings: Finding[] = seated.flatMap(({ group: { type: userType }, seats }) => [
    finding('seats-per-device', {
      userType,
      seats: seats.perDevice,
      accelerator: card.name,
      share: shape.share,
      limit: seats.bound,
      profile: seats.profile,
    }),
    ...(seats.profile === null ? [] : [finding('vgpu-profile-used', { userType, profile: seats.profile })]),
  ]);
  if (isGeForce(card)) findings.push(finding('no-graphics-licence-for-card', { accelerator: card.name }));
  if (hasGridDriver(card)) {
    for (const kind of ['vWS', 'vPC'] as const) {
      const licences = question.groups
        .filter(({ need }) => licenceOf(need) === kind)
        .reduce((sum, { seats }) => sum + seats, 0);
      if (licences > 0) findings.push(finding('graphics-licences-needed', { licences, kind }));
    }
  }
  if (seated.some(({ seats }) => seats.isTight))
    findings.push(finding('workstation-tight', { accelerator: card.name }));
  if (shape.share < 1) findings.push(finding('slice-slower-than-share', { share: shape.share }));
  return findings;
}

/** Megapixels a second that a user's screens send when all of them change. */
function screenLoad(screen: Screen): number {
  return (screen.width * screen.height * screen.displays * screen.framesPerSecond) / 1e6;
}

function prepare(workload: VirtualWorkstationWorkload, context: PrepareContext): Prepared {
  const question = questionOf(workload, context);
  return {
    demand: {
      scenario: 'virtual-workstation',
      category: 'rendering',
      model: null,
      precision: null,
      minimumTotalMemoryGiB: question.groups.reduce((sum, g) => sum + g.seats * g.need.frameBufferGiB, 0),
      peakLoad: question.seats,
      loadUnit: 'user',
      facts: {
        screenMegapixelsPerSecond: screenLoad(question.screen),
        egressMbps: question.seats * question.bitrateMbps,
        seats: question.seats,
        seating: question.isShared ? 'shared-sessions' : 'machine-per-user',
      },
    },
    findings: question.findings,
    place: (shape) => place(question, shape),
    loadTest: (winner) =>
      firstTest({
        what: 'a morning of five real users with their heaviest files',
        accelerator: winner?.shape.accelerator.name ?? null,
        measure: measures('peakFrameBuffer', 'framesPerSecond', 'encoderUtilisationRatio', 'cpuUtilisation'),
        decide: [finding('decide-profile')],
        commands: [{ tool: 'nvidia-smi', command: 'nvidia-smi dmon -s um -d 5' }],
      }),
    roadmap: (winner) =>
      road([
        { title: finding('road-five-users'), because: [finding('decide-profile')] },
        {
          title: finding('road-seats', { servers: winner?.servers ?? 1 }),
          because: [finding('graphics-licence-and-driver')],
        },
      ]),
  };
}

function evaluate(
  workload: VirtualWorkstationWorkload,
  configuration: unknown,
  context: PrepareContext,
): EvaluateReply {
  const question = questionOf(workload, context);
  const hardware = resolveHardware(configuration as CardConfiguration, context.catalogue, '/configuration');
  const { shape, devices } = hardware;
  const seated = seat(question, shape);
  if (seated === null || !isSeated(seated)) {
    const rejections = (seated ?? []) as readonly Rejection[];
    return {
      fits: seated === null ? null : false,
      headroomRatio: null,
      memory: { perAcceleratorGiB: memoryOf(shape.deviceMemoryGiB, {}) },
      performance: {},
      supported: {
        ok: rejections.every((rejection) => rejection.code !== 'no-graphics-engine'),
        because:
          seated === null
            ? [finding('no-published-figure', { accelerator: shape.accelerator.name })]
            : rejections.map((rejection) => rejection.finding),
        nearest: null,
      },
      configuration: hardware.echo,
      findings: question.findings,
    };
  }
  const option = optionOf(question, shape, seated);
  return {
    fits: devicesFor(seated) <= devices,
    headroomRatio: option.memoryHeadroomRatio,
    memory: { perAcceleratorGiB: option.memory },
    performance: performanceOf(seated, devices),
    supported: { ok: true, because: [], nearest: null },
    configuration: hardware.echo,
    findings: [...question.findings, ...option.report.findings],
  };
}

export const VIRTUAL_WORKSTATION: ScenarioDefinition<VirtualWorkstationWorkload> = {
  id: 'virtual-workstation',
  category: 'rendering',
  label: { en: 'Virtual workstations', zh: '云工作站' },
  description: {
    en: 'Office, CAD and 3D desktops: seats on fractions of cards, whole cards or shared sessions, with licences and encoders.',
    zh: '办公、CAD 与三维桌面：在切片、整卡或共享会话上的席位数，含许可与编码能力。',
  },
  schema: VirtualWorkstationWorkload,
  configurationSchema: CardConfiguration,
  example: {
    scenario: 'virtual-workstation',
    users: [
      { type: 'light-3d', count: 20 },
      { type: 'heavy-3d', count: 4 },
    ],
    concurrencyRatio: 0.8,
  },
  configurationExample: { accelerator: 'T4', acceleratorCount: 20 },
  defaultWeights: {
    gpuSpec: 0.15,
    instanceType: 0.35,
    billing: 0.1,
    costOptimisation: 0.15,
    accelerationStack: 0.2,
    networkStorage: 0.05,
  },
  weightReason: {
    en: 'Rendering families come with the graphics licence and the GRID driver installed: family and stack weigh most, then the cost of a seat.',
    zh: '渲染型实例自带图形许可与 GRID 驱动：规格族与软件栈权重最高，其次是席位成本。',
  },
  relaxableFields: [{ pointer: '/concurrencyRatio', direction: 'down', step: 0.05, isLoad: 'amount' }],
  prepare,
  evaluate,
};
