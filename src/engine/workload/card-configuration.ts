/** The named hardware of an `/evaluate` question for scenarios whose cards work side by side, one job or user each. */
import { type Static, Type } from 'typebox';
import type { Catalogue } from '../catalogue/catalogue.js';
import { namedType } from '../catalogue/named-type.js';
import { type Fault, fault, QuestionError } from '../question-error.js';
import type { HardwareShape } from './scenario.js';

export const CardConfiguration = Type.Object(
  {
    accelerator: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 150,
        description: 'Accelerator in any spelling; exactly one of accelerator and instanceType.',
      }),
    ),
    instanceType: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 150,
        description: 'Instance type as its provider writes it; `provider/type` pins the provider.',
      }),
    ),
    servers: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000, default: 1, description: 'Servers of that instance type.' }),
    ),
    acceleratorCount: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: 'Devices in all, not per server. Default 1.' }),
    ),
    acceleratorsPerServer: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 64,
        description: 'With accelerator: devices that one server holds. Default: all up to 8.',
      }),
    ),
    vcpuPerAccelerator: Type.Optional(
      Type.Number({
        minimum: 0.25,
        maximum: 1024,
        description: 'With accelerator: whole vCPUs a device. Unknown if absent.',
      }),
    ),
    networkGbps: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100_000, description: 'With accelerator: network of a server, Gbps.' }),
    ),
    rdmaGbps: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100_000, description: 'With accelerator: RDMA of a server, Gbps; 0 = none.' }),
    ),
  },
  { additionalProperties: false, description: 'Named hardware: cards, or servers of an instance type.' },
);
export type CardConfiguration = Static<typeof CardConfiguration>;

export interface NamedHardware {
  readonly shape: HardwareShape;
  readonly servers: number;
  /** Devices in all. */
  readonly devices: number;
  /** The configuration as understood, for the reply. */
  readonly echo: Readonly<Record<string, unknown>>;
}

const PER_SERVER = 8;

/** Resolves the named hardware; throws QuestionError with all faults. */
export function resolveHardware(
  configuration: CardConfiguration,
  catalogue: Catalogue,
  pointer: string,
): NamedHardware {
  const { accelerator, instanceType } = configuration;
  if ((accelerator === undefined) === (instanceType === undefined)) {
    throw new QuestionError([fault('exactly-one-of', pointer, { fields: ['accelerator', 'instanceType'] })]);
  }
  if (instanceType !== undefined) return ofInstanceType(configuration, instanceType, catalogue, pointer);
  const name = accelerator ?? '';
  const faults: Fault[] = [];
  const resolved = catalogue.resolveAccelerator(name, `${pointer}/accelerator`);
  if ('fault' in resolved) faults.push(resolved.fault);
  const count = configuration.acceleratorCount ?? 1;
  const perServer = configuration.acceleratorsPerServer ?? largestDivisor(count, PER_SERVER);
  if (count % perServer !== 0) {
    faults.push(
      fault('layout-illegal', `${pointer}/acceleratorsPerServer`, {
        why: `${count} accelerators do not fill servers of ${perServer}`,
      }),
    );
  }
  if (configuration.servers !== undefined && configuration.servers * perServer !== count) {
    faults.push(
      fault('layout-illegal', `${pointer}/servers`, {
        why: `${configuration.servers} servers of ${perServer} are not ${count} accelerators`,
      }),
    );
  }
  if (faults.length > 0 || 'fault' in resolved) throw new QuestionError(faults);
  const card = resolved.found;
  const vcpu = configuration.vcpuPerAccelerator;
  return {
    shape: {
      key: `named:${card.id}:${perServer}`,
      accelerator: card,
      count: perServer,
      share: 1,
      deviceMemoryGiB: card.usableMemoryGiB ?? card.memoryGiB,
      interconnect: perServer === 1 ? null : (card.interconnectGBps ?? 0) > 0 ? 'nvlink' : 'pcie',
      rdmaGbps: configuration.rdmaGbps ?? null,
      networkGbps: configuration.networkGbps ?? null,
      vcpu: vcpu === undefined ? null : vcpu * perServer,
      hostMemoryGiB: null,
      localNvmeGiB: null,
    },
    servers: count / perServer,
    devices: count,
    echo: { accelerator: card.id, acceleratorCount: count, acceleratorsPerServer: perServer },
  };
}

function ofInstanceType(
  configuration: CardConfiguration,
  name: string,
  catalogue: Catalogue,
  pointer: string,
): NamedHardware {
  const resolved = namedType(catalogue, name, `${pointer}/instanceType`);
  if ('fault' in resolved) throw new QuestionError([resolved.fault]);
  const only = resolved.found;
  const card = only.accelerator === null ? undefined : catalogue.acceleratorsById.get(only.accelerator);
  const perServer = only.acceleratorCount;
  if (card === undefined || perServer === null) {
    throw new QuestionError([
      fault('layout-illegal', `${pointer}/instanceType`, { why: `the accelerators of ${only.id} are not published` }),
    ]);
  }
  const servers = configuration.servers ?? 1;
  const faults: Fault[] = [];
  if (configuration.acceleratorCount !== undefined && configuration.acceleratorCount !== servers * perServer) {
    faults.push(
      fault('layout-illegal', `${pointer}/acceleratorCount`, {
        why: `${servers} × ${only.id} hold ${servers * perServer} accelerators, not ${configuration.acceleratorCount}`,
      }),
    );
  }
  for (const field of ['acceleratorsPerServer', 'vcpuPerAccelerator', 'networkGbps', 'rdmaGbps'] as const) {
    if (configuration[field] === undefined) continue;
    faults.push(
      fault('contradiction', `${pointer}/${field}`, {
        first: 'instanceType',
        second: field,
        why: 'the instance type decides it',
      }),
    );
  }
  if (faults.length > 0) throw new QuestionError(faults);
  const share = only.acceleratorShare ?? 1;
  const whole = card.usableMemoryGiB ?? card.memoryGiB;
  const sold = only.acceleratorMemoryGiB ?? card.memoryGiB;
  const known = catalogue.shapes.find(
    (shape) =>
      shape.accelerator.id === card.id &&
      shape.count === perServer &&
      shape.share === share &&
      shape.vcpu === only.vcpu &&
      shape.hostMemoryGiB === only.memoryGiB &&
      shape.networkGbps === only.networkGbps,
  );
  const shape: HardwareShape = known ?? {
    key: `named:${only.provider}/${only.id}`,
    accelerator: card,
    count: perServer,
    share,
    deviceMemoryGiB: share === 1 ? whole : sold,
    interconnect: only.interconnect,
    rdmaGbps: only.rdmaGbps,
    networkGbps: only.networkGbps,
    vcpu: only.vcpu,
    hostMemoryGiB: only.memoryGiB,
    localNvmeGiB: only.localNvmeGiB,
  };
  return {
    shape,
    servers,
    devices: servers * perServer,
    echo: {
      instanceType: `${only.provider}/${only.id}`,
      servers,
      accelerator: card.id,
      acceleratorCount: servers * perServer,
      acceleratorsPerServer: perServer,
    },
  };
}

function largestDivisor(count: number, most: number): number {
  for (let d = Math.min(count, most); d > 1; d -= 1) if (count % d === 0) return d;
  return 1;
}
