/** A plan as Kubernetes objects: a Deployment (or StatefulSets across servers) with its autoscaler, or an indexed Job. */

import { commandLine, variable } from '../../engine/shell.js';
import { SERVING_PORT, servingCommand, servingImage } from '../../engine/sizing/inference/serving-commands.js';
import { leastLoadRatio, type Serving, servingOf, type Training, trainingOf } from '../deployment.js';
import { type ExportFormat, type ExportSubject, type NotApplicable, planSlug, preamble } from '../export-format.js';
import {
  deepspeedFile,
  llamaFactoryCommand,
  megatronCommand,
  RENDEZVOUS_PORT,
  torchrun,
} from '../launch/training-commands.js';
import { migProfileFor, slicedDevice, wholeDevices } from './gpu-resources.js';
import {
  CHECKED_BY_KUBERNETES,
  KUBERNETES_MEDIA_TYPE,
  labelValue,
  type Manifest,
  SHARED_MEMORY,
  tolerations,
  yamlDocuments,
} from './manifest.js';

/** Share of a node that system pods leave to the job. */
const NODE_SHARE_RATIO = 0.9;
/** Share of what a replica can hold at which another one is started. */
const TARGET_LOAD_RATIO = 0.8;
/** To be replaced by the reader: a plan does not know your program. */
const OWN_IMAGE = 'REPLACE-WITH-YOUR-IMAGE:latest';

type Resources = Readonly<Record<string, number | string>>;

function devices({ plan, hardware }: ExportSubject, count: number): Resources | undefined {
  const { sharing } = plan.placement;
  // A type that is sold with a part of a card shows it as one device.
  if (sharing === null || sharing.technology === 'fraction') return wholeDevices(hardware.accelerator.vendor, count);
  const profile =
    sharing.technology === 'mig' ? migProfileFor(hardware.migProfiles, sharing.memoryGiB, sharing.computeRatio) : null;
  return slicedDevice({ ...sharing, profile });
}

/** CPU and memory of a node, shared out evenly among the pods that it holds. */
function podResources(
  subject: ExportSubject,
  count: number,
  podsPerServer: number,
): Readonly<Record<string, Resources>> {
  const { vcpu, memoryGiB } = subject.hardware;
  const limits = devices(subject, count) ?? {};
  return {
    requests: {
      ...(vcpu === null ? {} : { cpu: String(Math.max(1, Math.floor((vcpu * NODE_SHARE_RATIO) / podsPerServer))) }),
      ...(memoryGiB === null
        ? {}
        : { memory: `${Math.max(1, Math.floor((memoryGiB * NODE_SHARE_RATIO) / podsPerServer))}Gi` }),
      ...limits,
    },
    limits,
  };
}

function refuse(subject: ExportSubject): NotApplicable | null {
  const { vendor } = subject.hardware.accelerator;
  if (devices(subject, 1) === undefined)
    return { en: `No device plugin for cards of ${vendor} is known.`, zh: `未知 ${vendor} 加速卡的设备插件。` };
  if (servingOf(subject) !== null && subject.model === null)
    return {
      en: 'The model was given by its numbers: no engine can load it by name.',
      zh: '模型以数值给出，推理引擎无法按名称加载。',
    };
  return null;
}

interface Frame {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly scheduling: Readonly<Record<string, unknown>>;
}

function frameOf(subject: ExportSubject): Frame {
  const name = planSlug(subject);
  const resource = Object.keys(devices(subject, 1) ?? {})[0] ?? 'nvidia.com/gpu';
  return {
    name,
    labels: {
      'app.kubernetes.io/name': name,
      'app.kubernetes.io/managed-by': 'cardwise',
      'cardwise/plan': labelValue(subject.plan.id),
    },
    scheduling: {
      nodeSelector: { 'node.kubernetes.io/instance-type': labelValue(subject.plan.placement.instanceType) },
      tolerations: tolerations(resource),
    },
  };
}

export const kubernetes: ExportFormat = {
  id: 'kubernetes',
  title: { en: 'Kubernetes manifests', zh: 'Kubernetes 清单' },
  mediaType: KUBERNETES_MEDIA_TYPE,
  checkedBy: CHECKED_BY_KUBERNETES,
  refuse,
  write: (subject) => {
    const serving = servingOf(subject);
    const training = trainingOf(subject);
    const manifests =
      serving !== null
        ? serviceOf(subject, serving)
        : training !== null
          ? trainingJob(subject, training)
          : subject.reply.demand.category === 'inference'
            ? plainService(subject)
            : plainJob(subject);
    return {
      fileName: `${planSlug(subject)}.yaml`,
      mediaType: KUBERNETES_MEDIA_TYPE,
      text: yamlDocuments(preamble(subject, CHECKED_BY_KUBERNETES), manifests),
    };
  },
};

function serviceOf(subject: ExportSubject, s: Serving): readonly Manifest[] {
  const { name, labels, scheduling } = frameOf(subject);
  const perServer = Math.min(s.devicesPerReplica, subject.plan.placement.acceleratorsPerServer);
  const command = servingCommand(subject.model ?? '', s);
  const container = {
    name: 'engine',
    image: servingImage(s.engine),
    ports: [{ name: 'http', containerPort: SERVING_PORT }],
    env: [{ name: 'HF_TOKEN', valueFrom: { secretKeyRef: { name: 'hugging-face', key: 'token', optional: true } } }],
    resources: podResources(subject, perServer, s.replicasPerServer),
    volumeMounts: [SHARED_MEMORY.mount],
  };
  const probe = { httpGet: { path: '/health', port: 'http' }, periodSeconds: 10, failureThreshold: 360 };
  const service = (selector: Readonly<Record<string, string>>): Manifest => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels },
    spec: { selector, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
  });
  if (s.serversPerReplica > 1)
    return [
      ...acrossServers(subject, s, container),
      service({ ...selector(labels), 'apps.kubernetes.io/pod-index': '0' }),
    ];
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, labels },
      spec: {
        replicas: s.replicas,
        selector: { matchLabels: selector(labels) },
        template: {
          metadata: { labels },
          spec: {
            ...scheduling,
            containers: [
              { ...container, command, startupProbe: probe, readinessProbe: { ...probe, failureThreshold: 3 } },
            ],
            volumes: [SHARED_MEMORY.volume],
          },
        },
      },
    },
    service(selector(labels)),
    disruptionBudget(name, labels),
    ...autoscaler(subject, s.replicas),
  ];
}

function selector(labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/name': labels['app.kubernetes.io/name'] ?? '' };
}

function disruptionBudget(name: string, labels: Readonly<Record<string, string>>): Manifest {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name, labels },
    spec: { maxUnavailable: 1, selector: { matchLabels: selector(labels) } },
  };
}

/**
 * Follows the load between the quietest and the busiest hour of the stated profile. The metric is the engine's own count
 * of running requests, which needs a metrics adapter; without a profile nothing is scaled.
 */
function autoscaler(subject: ExportSubject, replicas: number): readonly Manifest[] {
  const least = Math.max(1, Math.ceil(replicas * leastLoadRatio(subject)));
  const perReplica = (subject.plan.performance.maxConcurrency?.expected ?? 0) / replicas;
  if (least >= replicas || perReplica < 1) return [];
  const { name, labels } = frameOf(subject);
  return [
    {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name, labels },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
        minReplicas: least,
        maxReplicas: replicas,
        metrics: [
          {
            type: 'Pods',
            pods: {
              metric: { name: 'vllm_num_requests_running' },
              target: {
                type: 'AverageValue',
                averageValue: String(Math.max(1, Math.floor(perReplica * TARGET_LOAD_RATIO))),
              },
            },
          },
        ],
        behavior: { scaleDown: { stabilizationWindowSeconds: 600 } },
      },
    },
  ];
}

/** One StatefulSet a replica: pod 0 is the head, the others join it through the headless service. */
function acrossServers(
  subject: ExportSubject,
  s: Serving,
  container: Readonly<Record<string, unknown>>,
): readonly Manifest[] {
  const { name, labels, scheduling } = frameOf(subject);
  const start = commandLine(servingCommand(subject.model ?? '', s), '  ');
  const usesRay = s.engine !== 'sglang' && s.engine !== 'tensorrt-llm';
  return Array.from({ length: s.replicas }, (_, replica): Manifest[] => {
    const set = `${name}-${replica}`;
    const own = { ...labels, 'cardwise/replica': String(replica) };
    const head = `${set}-0.${set}`;
    const body = usesRay
      ? [
          'if [ "$NODE_RANK" = 0 ]; then',
          '  ray start --head --port=6379',
          `  until [ "$(ray list nodes --format json 2>/dev/null | grep -c '"ALIVE"')" -ge ${s.serversPerReplica} ]; do sleep 2; done`,
          start,
          'else',
          `  until ray start --address=${head}:6379 --block; do sleep 2; done`,
          'fi',
        ]
      : [start];
    return [
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: set, labels: own },
        spec: {
          clusterIP: 'None',
          publishNotReadyAddresses: true,
          selector: { ...selector(labels), 'cardwise/replica': String(replica) },
        },
      },
      {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: { name: set, labels: own },
        spec: {
          serviceName: set,
          replicas: s.serversPerReplica,
          podManagementPolicy: 'Parallel',
          selector: { matchLabels: { ...selector(labels), 'cardwise/replica': String(replica) } },
          template: {
            metadata: { labels: own },
            spec: {
              ...scheduling,
              containers: [
                {
                  ...container,
                  command: ['bash', '-c'],
                  args: [
                    [
                      'set -eu',
                      'NODE_RANK="$(echo "$HOSTNAME" | sed "s/.*-//")"',
                      `HEAD_ADDRESS="${head}:20000"`,
                      ...body,
                      '',
                    ].join('\n'),
                  ],
                },
              ],
              volumes: [SHARED_MEMORY.volume],
            },
          },
        },
      },
    ];
  }).flat();
}

/** One pod a server; the index of the pod is its rank, and pod 0 is where the others meet. */
function trainingJob(subject: ExportSubject, t: Training): readonly Manifest[] {
  const { name, labels } = frameOf(subject);
  const finetunes = (t.method !== 'full' || t.framework === 'llama-factory') && subject.model !== null;
  const command = finetunes
    ? llamaFactoryCommand(t, subject.model ?? '')
    : t.method === 'full'
      ? megatronCommand(t, subject.architecture)
      : [...torchrun(t), variable('TRAIN_SCRIPT', 'train.py')];
  const lines = [
    'set -eu',
    `export MASTER_ADDR="${name}-0.${name}" MASTER_PORT=${RENDEZVOUS_PORT} NODE_RANK="$JOB_COMPLETION_INDEX"`,
    `export HEAD_ADDRESS="$MASTER_ADDR:$MASTER_PORT" JOB_ID=${name}`,
    ...(finetunes
      ? [`export FORCE_TORCHRUN=1 NNODES=${t.servers} NPROC_PER_NODE=${t.devicesPerServer}`, ...deepspeedFile(t)]
      : []),
    commandLine(command),
    '',
  ];
  return [
    ...(t.servers > 1
      ? [
          {
            apiVersion: 'v1',
            kind: 'Service',
            metadata: { name, labels },
            spec: { clusterIP: 'None', publishNotReadyAddresses: true, selector: selector(labels) },
          },
        ]
      : []),
    job(subject, t.servers, t.devicesPerServer, 1, ['bash', '-c'], [lines.join('\n')]),
  ];
}

function job(
  subject: ExportSubject,
  pods: number,
  devicesPerPod: number,
  podsPerServer: number,
  command: readonly string[] | null,
  args: readonly string[] | null,
): Manifest {
  const { name, labels, scheduling } = frameOf(subject);
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, labels },
    spec: {
      completions: pods,
      parallelism: pods,
      completionMode: 'Indexed',
      backoffLimit: 3,
      template: {
        metadata: { labels },
        spec: {
          ...scheduling,
          ...(pods > 1 ? { subdomain: name } : {}),
          restartPolicy: 'Never',
          containers: [
            {
              name: 'job',
              image: OWN_IMAGE,
              ...(command === null ? {} : { command }),
              ...(args === null ? {} : { args }),
              resources: podResources(subject, devicesPerPod, podsPerServer),
              volumeMounts: [SHARED_MEMORY.mount],
            },
          ],
          volumes: [SHARED_MEMORY.volume],
        },
      },
    },
  };
}

/** A service of another model: its program is the reader's, its cards and copies are the plan's. */
function plainService(subject: ExportSubject): readonly Manifest[] {
  const { name, labels, scheduling } = frameOf(subject);
  const { servers, replicas, acceleratorsPerServer } = subject.plan.placement;
  const podsPerServer = Math.max(1, Math.floor(replicas / servers));
  const count = Math.max(1, Math.floor(acceleratorsPerServer / podsPerServer));
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, labels },
      spec: {
        replicas,
        selector: { matchLabels: selector(labels) },
        template: {
          metadata: { labels },
          spec: {
            ...scheduling,
            containers: [
              {
                name: 'service',
                image: OWN_IMAGE,
                ports: [{ name: 'http', containerPort: SERVING_PORT }],
                resources: podResources(subject, count, podsPerServer),
                volumeMounts: [SHARED_MEMORY.mount],
              },
            ],
            volumes: [SHARED_MEMORY.volume],
          },
        },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, labels },
      spec: { selector: selector(labels), ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
    },
    disruptionBudget(name, labels),
  ];
}

/** Work that splits into equal shares, one a card: frames, files, cases. */
function plainJob(subject: ExportSubject): readonly Manifest[] {
  const { servers, acceleratorsPerServer } = subject.plan.placement;
  return [job(subject, servers * acceleratorsPerServer, 1, acceleratorsPerServer, null, null)];
}
