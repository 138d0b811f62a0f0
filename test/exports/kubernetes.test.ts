import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { consolidate } from '../../src/engine/sharing/consolidate.js';
import { leastLoadRatio, servingOf } from '../../src/exports/deployment.js';
import type { ExportSubject } from '../../src/exports/export-format.js';
import { exportPlan } from '../../src/exports/index.js';
import { migProfileFor, slicedDevice } from '../../src/exports/kubernetes/gpu-resources.js';
import { sharedServices } from '../../src/exports/kubernetes/shared-services.js';
import { exampleOf, PRICED_ON, plansOn, seedCatalogue, subjectsFor } from '../support/plans.js';

/** The objects' own schemas, from the package that carries those of Kubernetes. */
const require = createRequire(import.meta.url);
type Kind = new (data: unknown) => { validate(): void };

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, never>>;
}

function validated(text: string): readonly KubernetesObject[] {
  return parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    const object = document.toJS() as KubernetesObject;
    const group = object.apiVersion.includes('/') ? object.apiVersion : 'v1';
    const kind = require(`kubernetes-models/${group}/${object.kind}`)[object.kind] as Kind;
    new kind(object).validate();
    return object;
  });
}

function manifestsOf(subject: ExportSubject): readonly KubernetesObject[] {
  const outcome = exportPlan('kubernetes', subject, { language: 'en' });
  if (!('file' in outcome)) throw new Error(JSON.stringify(outcome));
  return validated(outcome.file.text);
}

const pick = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], value);

describe('Kubernetes manifests', () => {
  it('of services pass the schemas of their kinds, and ask for the cards of the plan', () => {
    for (const subject of [...plansOn('tencent'), ...plansOn('aws')]) {
      const serving = servingOf(subject);
      if (serving === null) throw new Error('no service');
      const objects = manifestsOf(subject);
      const workloads = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
      let devices = 0;
      for (const workload of workloads) {
        const pods = pick(workload, 'spec.replicas') as number;
        const limits = pick(workload, 'spec.template.spec.containers.0.resources.limits') as Record<string, number>;
        devices += pods * (Object.values(limits)[0] ?? 0);
      }
      expect(devices).toBe(serving.replicas * serving.devicesPerReplica);
    }
  });

  it('span servers with one set a replica where a replica does not fit in one', () => {
    const [subject] = subjectsFor({
      workload: {
        scenario: 'llm-inference',
        model: 'meta-llama/Llama-3.1-405B',
        inputTokens: 1000,
        outputTokens: 500,
        concurrency: 8,
      },
      constraints: { accelerators: ['A100-SXM4-80GB'] },
      currency: 'CNY',
      limit: 1,
    });
    const serving = subject === undefined ? null : servingOf(subject);
    if (subject === undefined || serving === null) throw new Error('no plan');
    expect(serving.serversPerReplica).toBeGreaterThan(1);
    const sets = manifestsOf(subject).filter(({ kind }) => kind === 'StatefulSet');
    expect(sets).toHaveLength(serving.replicas);
    expect(sets.map((set) => pick(set, 'spec.replicas'))).toEqual(sets.map(() => serving.serversPerReplica));
  });

  it('scale between the quietest and the busiest hour of the load profile', () => {
    const subject = subjectsFor({
      workload: {
        scenario: 'llm-inference',
        model: 'Qwen/Qwen3-8B',
        inputTokens: 1000,
        outputTokens: 200,
        concurrency: 2000,
        latency: { timePerOutputTokenMs: 60 },
      },
      constraints: { providers: ['tencent'] },
      usage: { loadShape: { shape: 'noon-peak' } },
      currency: 'CNY',
    }).find(({ plan }) => plan.placement.replicas > 3);
    if (subject === undefined) throw new Error('no plan of several replicas');
    expect(leastLoadRatio(subject)).toBe(0.1);
    const scaler = manifestsOf(subject).find(({ kind }) => kind === 'HorizontalPodAutoscaler');
    expect(pick(scaler, 'spec.maxReplicas')).toBe(subject.plan.placement.replicas);
    expect(pick(scaler, 'spec.minReplicas')).toBe(
      Math.max(1, Math.ceil(subject.plan.placement.replicas * leastLoadRatio(subject))),
    );
  });

  it.each(['llm-training', 'llm-finetuning', 'offline-rendering', 'model-inference'])(
    'of %s pass the schemas',
    (scenario) => {
      const subjects = subjectsFor({
        workload: exampleOf(scenario),
        constraints: { geographies: ['cn'] },
        currency: 'CNY',
        limit: 3,
      });
      expect(subjects.length).toBeGreaterThan(0);
      for (const subject of subjects) manifestsOf(subject);
    },
  );
});

describe('shared cards', () => {
  it('ask qGPU for per cents in steps of five and whole GiB', () => {
    expect(slicedDevice({ technology: 'qgpu', memoryGiB: 5.2, computeRatio: 0.31, profile: null })).toEqual({
      'tke.cloud.tencent.com/qgpu-core': 35,
      'tke.cloud.tencent.com/qgpu-memory': 6,
    });
  });

  it('ask HAMi for MiB and per cents, and MIG for its profile', () => {
    expect(slicedDevice({ technology: 'hami', memoryGiB: 4, computeRatio: 0.25, profile: null })).toEqual({
      'nvidia.com/gpu': 1,
      'nvidia.com/gpumem': 4096,
      'nvidia.com/gpucores': 25,
    });
    expect(slicedDevice({ technology: 'mig', memoryGiB: 9, computeRatio: 0.1, profile: '1g.10gb' })).toEqual({
      'nvidia.com/mig-1g.10gb': 1,
    });
  });

  it('take the smallest MIG profile that holds memory and compute', () => {
    const profiles = [
      { name: '3g.40gb', memoryGiB: 39, computeRatio: 3 / 7 },
      { name: '1g.10gb', memoryGiB: 9.5, computeRatio: 1 / 7 },
      { name: '1g.20gb', memoryGiB: 19.5, computeRatio: 1 / 7 },
    ];
    expect(migProfileFor(profiles, 9, 0.1)).toBe('1g.10gb');
    expect(migProfileFor(profiles, 15, 0.1)).toBe('1g.20gb');
    expect(migProfileFor(profiles, 9, 0.3)).toBe('3g.40gb');
    expect(migProfileFor(profiles, 50, 0.1)).toBeNull();
  });

  it.each(['qgpu', 'mig', 'hami', 'time-slicing'] as const)('are manifests of their services with %s', (technology) => {
    const reply = consolidate(
      seedCatalogue(),
      {
        services: [
          { id: 'OCR service', memoryGiB: 5, computeRatio: 0.2, latencyClass: 'normal', isolation: 'soft' },
          { id: 'asr', memoryGiB: 4, computeRatio: 0.3, latencyClass: 'normal', isolation: 'soft' },
        ],
        on: { technologies: [technology] },
        constraints: { providers: ['tencent'] },
        currency: 'CNY',
      },
      { today: PRICED_ON, priceBook: null },
    );
    const objects = validated(sharedServices(reply).text);
    const deployments = objects.filter(({ kind }) => kind === 'Deployment');
    expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual(
      reply.placements.length === 0 ? [] : ['asr', 'ocr-service'],
    );
    for (const deployment of deployments) {
      const limits = pick(deployment, 'spec.template.spec.containers.0.resources.limits') as Record<string, number>;
      const expected = { qgpu: /qgpu-core/, mig: /mig-/, hami: /gpumem/, 'time-slicing': /nvidia.com\/gpu/ }[
        technology
      ];
      expect(Object.keys(limits).join()).toMatch(expected);
    }
  });
});
