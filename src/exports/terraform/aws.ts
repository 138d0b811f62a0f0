/** AWS: aws_instance and aws_eks_node_group (registry.terraform.io, hashicorp). */
import type { ExportSubject } from '../export-format.js';
import { block, code, type HclBlock } from '../hcl.js';
import {
  ifStated,
  labelsOf,
  list,
  type MachineGroup,
  regionOf,
  type TerraformDialect,
  text,
  zoneVariable,
} from './terraform.js';

/** Servers of one job stand close together: they exchange data while they work. */
function placementGroup(subject: ExportSubject, { resource, title, servers }: MachineGroup): HclBlock | null {
  const isTogether = servers > 1 && subject.reply.demand.category === 'training';
  return isTogether
    ? block('resource', 'aws_placement_group', resource, [
        ['name', title],
        ['strategy', 'cluster'],
      ])
    : null;
}

export const aws: TerraformDialect = {
  name: 'aws',
  source: 'hashicorp/aws',
  version: '>= 5.40.0',
  providers: ['aws'],
  providerBlock: (subject) => block('provider', 'aws', [['region', regionOf(subject)]]),
  machineVariables: (subject) => [
    zoneVariable(subject, 'Zone that has the instance type in stock.'),
    text('ami_id', 'Image with the accelerator driver, e.g. a Deep Learning AMI of the region.'),
    text('subnet_id', 'Subnet in the zone.'),
    list('security_group_ids', 'Security groups.'),
    text('key_name', 'SSH key pair.'),
  ],
  machines: (subject, group) => {
    const together = placementGroup(subject, group);
    return [
      ...(together === null ? [] : [together]),
      block('resource', 'aws_instance', group.resource, [
        ['count', group.servers],
        ['ami', code('var.ami_id')],
        ['instance_type', subject.plan.placement.instanceType],
        ['availability_zone', code('var.zone')],
        ['subnet_id', code('var.subnet_id')],
        ['vpc_security_group_ids', code('var.security_group_ids')],
        ['key_name', code('var.key_name')],
        together === null ? null : ['placement_group', code(`aws_placement_group.${group.resource}.name`)],
        group.billingMode === 'spot' ? block('instance_market_options', [['market_type', 'spot']]) : null,
        group.systemDiskGiB === null
          ? null
          : block('root_block_device', [
              ['volume_type', 'gp3'],
              ['volume_size', group.systemDiskGiB],
            ]),
        group.dataDiskGiB === 0
          ? null
          : block('ebs_block_device', [
              ['device_name', '/dev/sdf'],
              ['volume_type', 'gp3'],
              ['volume_size', group.dataDiskGiB],
            ]),
        ['tags', { Name: group.title, ...labelsOf(subject) }],
      ]),
    ];
  },
  nodePoolVariables: () => [
    text('cluster_name', 'EKS cluster that the nodes join.'),
    text('node_role_arn', 'Role of the nodes.'),
    list('subnet_ids', 'Subnets of the nodes.'),
  ],
  nodePool: (subject, group, { least, most }) => [
    block('resource', 'aws_eks_node_group', group.resource, [
      ['cluster_name', code('var.cluster_name')],
      ['node_group_name', group.title],
      ['node_role_arn', code('var.node_role_arn')],
      ['subnet_ids', code('var.subnet_ids')],
      ['instance_types', [subject.plan.placement.instanceType]],
      ['ami_type', subject.hardware.accelerator.vendor === 'AWS' ? 'AL2023_x86_64_NEURON' : 'AL2023_x86_64_NVIDIA'],
      ['capacity_type', group.billingMode === 'spot' ? 'SPOT' : 'ON_DEMAND'],
      ifStated('disk_size', group.systemDiskGiB),
      ['labels', labelsOf(subject)],
      block('scaling_config', [
        ['min_size', least],
        ['max_size', most],
        ['desired_size', most],
      ]),
    ]),
  ],
};
