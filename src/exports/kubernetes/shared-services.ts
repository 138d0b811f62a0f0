/** Consolidated services as Kubernetes Deployments, each asking for its slice of a card. */
import type { ConsolidateReply } from '../../engine/sharing/schemas.js';
import type { ExportFile } from '../export-format.js';
import { slicedDevice } from './gpu-resources.js';
import {
  CHECKED_BY_KUBERNETES,
  dnsLabel,
  KUBERNETES_MEDIA_TYPE,
  type Manifest,
  tolerations,
  yamlDocuments,
} from './manifest.js';

export function sharedServices(reply: ConsolidateReply): ExportFile {
  const manifests: Manifest[] = [];
  const counted = new Set<string>();
  for (const { technology, slices, card, accelerator } of reply.placements) {
    for (const { serviceId, memoryGiB, computeRatio, profile } of slices) {
      const base = dnsLabel(serviceId);
      const name = counted.has(base) ? dnsLabel(`${base}-${card}`) : base;
      counted.add(name);
      const limits = slicedDevice({ technology, memoryGiB, computeRatio, profile: profile ?? null });
      const labels = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/managed-by': 'cardwise' };
      manifests.push({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name, labels },
        spec: {
          replicas: 1,
          selector: { matchLabels: { 'app.kubernetes.io/name': name } },
          template: {
            metadata: { labels, annotations: { 'cardwise/card': `${card} (${accelerator}, ${technology})` } },
            spec: {
              tolerations: tolerations(Object.keys(limits)[0] ?? 'nvidia.com/gpu'),
              containers: [
                {
                  name: 'service',
                  image: 'REPLACE-WITH-YOUR-IMAGE:latest',
                  resources: { requests: limits, limits },
                },
              ],
            },
          },
        },
      });
    }
  }
  const technology = reply.placements[0]?.technology;
  const shared = technology === 'time-slicing' || technology === 'mps' ? [devicePluginConfig(reply, technology)] : [];
  return {
    fileName: 'shared-services.yaml',
    mediaType: KUBERNETES_MEDIA_TYPE,
    text: yamlDocuments(
      [
        `${reply.cards} card(s) on ${reply.servers} x ${reply.instanceType ?? 'unknown'}, shared by ${technology ?? 'nothing'}.`,
        `Form checked by ${CHECKED_BY_KUBERNETES}; the device plugin of the technology must run in the cluster.`,
      ],
      [...shared, ...manifests],
    ),
  };
}

/** Configuration of NVIDIA's device plugin: how often a card is offered. */
function devicePluginConfig(reply: ConsolidateReply, technology: 'time-slicing' | 'mps'): Manifest {
  const most = Math.max(1, ...reply.placements.map(({ slices }) => slices.length));
  const key = technology === 'mps' ? 'mps' : 'timeSlicing';
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'nvidia-device-plugin-config' },
    data: {
      config: `version: v1\nsharing:\n  ${key}:\n    resources:\n      - name: nvidia.com/gpu\n        replicas: ${most}\n`,
    },
  };
}
