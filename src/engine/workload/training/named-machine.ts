/** The hardware that a training configuration of `/evaluate` names. */
import { namedShape } from '../../catalogue/named-type.js';
import { type Finding, finding } from '../../finding.js';
import { type Fault, fault, QuestionError } from '../../question-error.js';
import { type Machine, machineOf } from '../../sizing/training/machine.js';
import type { HardwareShape, PrepareContext } from '../scenario.js';
import type { ServerFacts } from './model-training-place.js';
import { shapeMachine } from './place.js';
import type { TrainingConfiguration } from './schema.js';

/** RDMA a card that clusters of each NVLink generation usually have, Gbps; assumed where no network is stated. */
function usualRdmaGbpsPerCard(linkGBps: number): number {
  if (linkGBps >= 900) return 400;
  if (linkGBps >= 400) return 200;
  return linkGBps >= 300 ? 25 : 0;
}

export function namedMachine(
  library: 'nccl' | 'tccl',
  configuration: TrainingConfiguration,
  context: PrepareContext,
  findings: Finding[],
): { machine: Machine; devices: number; vcpu: number | null } {
  const pointer = '/configuration';
  const faults: Fault[] = [];
  const { accelerator: name, instanceType, network } = configuration;
  if ((name === undefined) === (instanceType === undefined)) {
    throw new QuestionError([fault('exactly-one-of', pointer, { fields: 'accelerator, instanceType' })]);
  }
  if (network?.rdmaGbps !== undefined && network.tcpGbps !== undefined && network.rdmaGbps > 0) {
    faults.push(fault('exactly-one-of', `${pointer}/network`, { fields: 'rdmaGbps, tcpGbps' }));
  }
  if (instanceType !== undefined) {
    const shape = shapeOfType(instanceType, context, faults);
    if (faults.length > 0 || shape === null) throw new QuestionError(faults);
    const servers = configuration.servers ?? 1;
    const devices = servers * shape.count;
    if (configuration.acceleratorCount !== undefined && configuration.acceleratorCount !== devices) {
      throw new QuestionError([
        fault('contradiction', `${pointer}/acceleratorCount`, {
          first: 'acceleratorCount',
          second: 'instanceType × servers',
          why: `${servers} servers hold ${devices} devices`,
        }),
      ]);
    }
    if (configuration.acceleratorsPerServer !== undefined && configuration.acceleratorsPerServer !== shape.count) {
      throw new QuestionError([
        fault('contradiction', `${pointer}/acceleratorsPerServer`, {
          first: 'acceleratorsPerServer',
          second: 'instanceType',
          why: `the type has ${shape.count}`,
        }),
      ]);
    }
    const overridden: HardwareShape = {
      ...shape,
      ...(configuration.interconnect ? { interconnect: configuration.interconnect } : {}),
      ...(network?.rdmaGbps !== undefined ? { rdmaGbps: network.rdmaGbps } : {}),
      ...(network?.tcpGbps !== undefined ? { networkGbps: network.tcpGbps, rdmaGbps: 0 } : {}),
    };
    return {
      machine: withNetwork(shapeMachine(library, overridden), servers, findings, false),
      devices,
      vcpu: shape.vcpu,
    };
  }
  const resolution = context.catalogue.resolveAccelerator(name ?? '', `${pointer}/accelerator`);
  if ('fault' in resolution) faults.push(resolution.fault);
  if (
    configuration.servers !== undefined &&
    configuration.acceleratorCount !== undefined &&
    configuration.acceleratorsPerServer !== undefined &&
    configuration.servers * configuration.acceleratorsPerServer !== configuration.acceleratorCount
  ) {
    faults.push(
      fault('contradiction', `${pointer}/servers`, {
        first: 'servers',
        second: 'acceleratorCount',
        why: 'servers × acceleratorsPerServer is not acceleratorCount',
      }),
    );
  }
  if (faults.length > 0 || !('found' in resolution)) throw new QuestionError(faults);
  const accelerator = resolution.found;
  const devices =
    configuration.acceleratorCount ?? (configuration.servers ?? 1) * (configuration.acceleratorsPerServer ?? 1);
  const perServer =
    configuration.acceleratorsPerServer ??
    (configuration.servers !== undefined
      ? Math.max(1, Math.round(devices / configuration.servers))
      : Math.min(8, devices));
  if (devices > perServer && devices % perServer !== 0) {
    throw new QuestionError([
      fault('layout-illegal', `${pointer}/acceleratorCount`, {
        why: `${devices} devices do not fill servers of ${perServer}`,
      }),
    ]);
  }
  const servers = Math.max(1, devices / perServer);
  if (configuration.acceleratorCount === undefined)
    findings.push(finding('assumed-default', { field: 'acceleratorCount', value: devices }));
  const machine = machineOf(
    accelerator,
    Math.min(perServer, devices),
    1,
    accelerator.usableMemoryGiB ?? (accelerator.memoryGiB === null ? null : accelerator.memoryGiB * 0.96),
    {
      interconnect: configuration.interconnect ?? null,
      rdmaGbps: network?.rdmaGbps ?? null,
      tcpGbps: network?.tcpGbps ?? null,
    },
  );
  const claimed = library === 'tccl' ? { ...machine, serverGBps: machine.serverGBps * 1.5 } : machine;
  if (library === 'tccl') findings.push(finding('tccl-vendor-claim', {}));
  return { machine: withNetwork(claimed, servers, findings, true), devices, vcpu: null };
}

/** Several servers without a known network: the usual cluster of such cards where only cards are named, else plain TCP; said so. */
function withNetwork(machine: Machine, servers: number, findings: Finding[], isCluster: boolean): Machine {
  if (servers <= 1 || machine.serverGBps > 0) return machine;
  const perCard = usualRdmaGbpsPerCard(machine.accelerator.interconnectGBps ?? 0);
  if (perCard > 0 && isCluster) {
    const rdmaGbps = perCard * machine.devicesPerServer;
    findings.push(finding('assumed-default', { field: 'network.rdmaGbps', value: rdmaGbps }));
    return { ...machine, hasRdma: true, serverGBps: (rdmaGbps / 8) * 0.85, serverLatency: 1e-5 };
  }
  findings.push(finding('assumed-default', { field: 'network.tcpGbps', value: 25 }));
  return { ...machine, serverGBps: (25 / 8) * 0.6, serverLatency: 5e-5 };
}

function shapeOfType(name: string, context: PrepareContext, faults: Fault[]): HardwareShape | null {
  const resolved = namedShape(context.catalogue, name, '/configuration/instanceType');
  if ('shape' in resolved) return resolved.shape;
  faults.push(resolved.fault);
  return null;
}

/** Servers of cards that work side by side, for scenarios without a split model. */
export function namedServers(
  configuration: Pick<
    TrainingConfiguration,
    | 'accelerator'
    | 'instanceType'
    | 'servers'
    | 'acceleratorCount'
    | 'acceleratorsPerServer'
    | 'network'
    | 'interconnect'
  >,
  context: PrepareContext,
  findings: Finding[],
): { server: ServerFacts; devices: number; deviceMemoryGiB: number | null } {
  const { machine, devices, vcpu } = namedMachine('nccl', configuration, context, findings);
  return {
    server: {
      accelerator: machine.accelerator,
      count: machine.devicesPerServer,
      share: machine.share,
      isFastLink: machine.isFastLink,
      hasRdma: machine.hasRdma,
      vcpu,
    },
    devices,
    deviceMemoryGiB: machine.deviceMemoryGiB,
  };
}
