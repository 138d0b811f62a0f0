/** Kubernetes objects as data, and a stream of YAML documents of them. */
import { stringify } from 'yaml';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly [field: string]: unknown;
}

export const KUBERNETES_MEDIA_TYPE = 'application/yaml';
export const CHECKED_BY_KUBERNETES = "the JSON schemas of Kubernetes' own kinds";

export function yamlDocuments(comments: readonly string[], manifests: readonly Manifest[]): string {
  const head = comments.map((line) => `# ${line.replaceAll(/[\r\n]+/g, ' ')}\n`).join('');
  return head + manifests.map((m) => stringify(m, { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n');
}

/** Label values: at most 63 of letters, digits, `-`, `_`, `.`, no sign at either end. */
export function labelValue(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
}

/** A DNS label: at most 63 of lower-case letters, digits and hyphens. */
export function dnsLabel(text: string): string {
  const label = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, '');
  return /^[a-z]/.test(label) ? label : `s-${label}`.slice(0, 63).replace(/-+$/, '');
}

/** Shared memory that NCCL and data loaders need beyond the 64 MiB of a container. */
export const SHARED_MEMORY = {
  volume: { name: 'shm', emptyDir: { medium: 'Memory' } },
  mount: { name: 'shm', mountPath: '/dev/shm' },
} as const;

/** CUDA nodes are tainted so by the clouds' device plugins; the toleration harms nothing elsewhere. */
export function tolerations(resource: string): readonly Readonly<Record<string, string>>[] {
  return [{ key: resource, operator: 'Exists', effect: 'NoSchedule' }];
}
