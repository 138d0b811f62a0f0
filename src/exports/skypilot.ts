/** A task (or a service) for SkyPilot, on the clouds that it knows. */
import { stringify } from 'yaml';
import { UNPUBLISHED_REGION_ID } from '../engine/catalogue/snapshot.js';
import { commandLine, variable } from '../engine/shell.js';
import { SERVING_PORT, servingCommand } from '../engine/sizing/inference/serving-commands.js';
import { leastLoadRatio, servingOf, trainingOf } from './deployment.js';
import { type ExportFormat, type ExportSubject, type NotApplicable, planSlug, preamble } from './export-format.js';
import {
  deepspeedFile,
  llamaFactoryCommand,
  megatronCommand,
  RENDEZVOUS_PORT,
  torchrun,
} from './launch/training-commands.js';

const MEDIA_TYPE = 'application/yaml';

/** Our provider ids → the names of its documentation (clouds and their regions are spelled alike otherwise). */
const CLOUDS: Readonly<Record<string, string>> = {
  aws: 'aws',
  azure: 'azure',
  gcp: 'gcp',
  oci: 'oci',
  lambda: 'lambda',
  runpod: 'runpod',
  nebius: 'nebius',
  fluidstack: 'fluidstack',
  vast: 'vast',
  paperspace: 'paperspace',
  cudo: 'cudo',
  digitalocean: 'do',
  hyperbolic: 'hyperbolic',
  seeweb: 'seeweb',
};

function refuse({ plan }: ExportSubject): NotApplicable | null {
  const { provider } = plan.placement;
  return provider in CLOUDS
    ? null
    : { en: `SkyPilot does not know the cloud ${provider}.`, zh: `SkyPilot 不支持云厂商 ${provider}。` };
}

function runScript(subject: ExportSubject): string {
  const serving = servingOf(subject);
  const t = trainingOf(subject);
  const ranks = [
    'HEAD="$(echo "$SKYPILOT_NODE_IPS" | head -n 1)"',
    'export NODE_RANK="$SKYPILOT_NODE_RANK" MASTER_ADDR="$HEAD"',
  ];
  if (serving !== null) {
    const command = commandLine(servingCommand(subject.model ?? 'MODEL', serving));
    if (serving.serversPerReplica === 1) return command;
    return [
      ...ranks,
      'export HEAD_ADDRESS="$HEAD:20000"',
      'if [ "$NODE_RANK" = 0 ]; then',
      '  ray start --head --port=6379',
      '  sleep 20',
      command,
      'else',
      '  sleep 10',
      '  ray start --address="$HEAD:6379" --block',
      'fi',
    ].join('\n');
  }
  if (t !== null) {
    const finetunes = (t.method !== 'full' || t.framework === 'llama-factory') && subject.model !== null;
    return [
      ...ranks,
      `export HEAD_ADDRESS="$HEAD:${RENDEZVOUS_PORT}" MASTER_PORT=${RENDEZVOUS_PORT} JOB_ID="$SKYPILOT_TASK_ID"`,
      ...(finetunes
        ? [`export FORCE_TORCHRUN=1 NNODES=${t.servers} NPROC_PER_NODE=${t.devicesPerServer}`, ...deepspeedFile(t)]
        : []),
      commandLine(
        finetunes
          ? llamaFactoryCommand(t, subject.model ?? '')
          : t.method === 'full'
            ? megatronCommand(t, subject.architecture)
            : [...torchrun(t), variable('TRAIN_SCRIPT', 'train.py')],
      ),
    ].join('\n');
  }
  return 'echo "Put the command of your job here."';
}

export const skypilot: ExportFormat = {
  id: 'skypilot',
  title: { en: 'SkyPilot task', zh: 'SkyPilot 任务' },
  mediaType: MEDIA_TYPE,
  checkedBy: null,
  refuse,
  write: (subject) => {
    const { placement, cost } = subject.plan;
    const serving = servingOf(subject);
    const cloud = CLOUDS[placement.provider] ?? placement.provider;
    const task = {
      name: planSlug(subject),
      resources: {
        infra: [
          cloud,
          ...(placement.region === UNPUBLISHED_REGION_ID ? [] : [placement.region]),
          ...(placement.zone === null ? [] : [placement.zone]),
        ].join('/'),
        instance_type: placement.instanceType,
        use_spot: cost.billingMix.some(({ billingMode, servers }) => billingMode === 'spot' && servers > 0),
        ...(subject.request.storage?.systemDiskGiB === undefined
          ? {}
          : { disk_size: Math.ceil(subject.request.storage.systemDiskGiB) }),
        ...(serving === null ? {} : { ports: SERVING_PORT }),
      },
      num_nodes: serving === null ? placement.servers : serving.serversPerReplica,
      ...(serving === null
        ? {}
        : {
            service: {
              readiness_probe: { path: '/health', initial_delay_seconds: 3600 },
              replica_policy: {
                min_replicas: Math.max(1, Math.ceil(serving.replicas * leastLoadRatio(subject))),
                max_replicas: serving.replicas,
                target_qps_per_replica: ratePerReplica(subject, serving.replicas),
              },
            },
          }),
      run: `${runScript(subject)}\n`,
    };
    const comments = preamble(subject, null)
      .map((line) => `# ${line}\n`)
      .join('');
    return {
      fileName: `${planSlug(subject)}.sky.yaml`,
      mediaType: MEDIA_TYPE,
      text: comments + stringify(task, { lineWidth: 0 }),
    };
  },
};

function ratePerReplica({ plan }: ExportSubject, replicas: number): number {
  const rate = (plan.performance.requestsPerSecond?.expected ?? replicas) / replicas;
  return Math.max(0.01, Math.round(rate * 100) / 100);
}
