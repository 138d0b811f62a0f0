import { format } from '@cdktf/hcl-tools';
import { parse } from '@cdktf/hcl2json';
import { describe, expect, it } from 'vitest';
import { serverGroups } from '../../src/exports/deployment.js';
import { exportPlan } from '../../src/exports/index.js';
import { plansOn } from '../support/plans.js';

const RESOURCES = {
  tencent: ['tencentcloud_instance', 'tencentcloud_kubernetes_node_pool'],
  alibaba: ['alicloud_instance', 'alicloud_cs_kubernetes_node_pool'],
  aws: ['aws_instance', 'aws_eks_node_group'],
  azure: ['azurerm_linux_virtual_machine', 'azurerm_kubernetes_cluster_node_pool'],
  gcp: ['google_compute_instance', 'google_container_node_pool'],
} as const;

type Parsed = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>>>;

describe.each(Object.entries(RESOURCES))('Terraform of ten plans on %s', (provider, [machine, pool]) => {
  const subjects = plansOn(provider);

  it('is made of ten plans', () => {
    expect(subjects).toHaveLength(10);
  });

  it('parses, is formatted already, and rents the servers of the plan', async () => {
    for (const subject of subjects) {
      const outcome = exportPlan('terraform', subject, { language: 'en' });
      if (!('file' in outcome)) throw new Error(JSON.stringify(outcome));
      const { text } = outcome.file;
      expect(await format(text)).toBe(text);
      const { resource } = (await parse('plan.tf', text)) as Parsed;
      const machines = Object.values(resource?.[machine] ?? {}).flat() as { count: number }[];
      expect(machines.reduce((sum, { count }) => sum + count, 0)).toBe(subject.plan.placement.servers);
      expect(machines).toHaveLength(serverGroups(subject).length);
      expect(text).toContain(`"${subject.plan.placement.instanceType}"`);
    }
  });

  it('creates the system disk that was stated, and says of one that was not that it is not priced', async () => {
    for (const subject of subjects) {
      const { storage: _none, ...request } = subject.request;
      for (const id of ['terraform', 'terraform-node-pool']) {
        const textOf = (of: typeof subject) => {
          const outcome = exportPlan(id, of, { language: 'en' });
          if (!('file' in outcome)) throw new Error(JSON.stringify(outcome));
          return outcome.file.text;
        };
        const without = textOf({ ...subject, request });
        expect(await format(without)).toBe(without);
        expect(without).toContain('No system disk was stated');
        expect(without).not.toMatch(/(?:disk_size(?:_gb)?|volume_size|\bsize) += "?\d/);
        const stated = textOf({ ...subject, request: { ...request, storage: { systemDiskGiB: 300 } } });
        expect(stated).not.toContain('No system disk was stated');
        expect(stated).toMatch(/(?:disk_size(?:_gb)?|volume_size|\bsize) += "?300/);
      }
    }
  });

  it('makes a node pool of each billing mode', async () => {
    for (const subject of subjects) {
      const outcome = exportPlan('terraform-node-pool', subject, { language: 'en' });
      if (!('file' in outcome)) throw new Error(JSON.stringify(outcome));
      const { text } = outcome.file;
      expect(await format(text)).toBe(text);
      const { resource } = (await parse('plan.tf', text)) as Parsed;
      expect(Object.keys(resource?.[pool] ?? {})).toHaveLength(serverGroups(subject).length);
    }
  });
});
