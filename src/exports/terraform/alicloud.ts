/** Alibaba Cloud: alicloud_instance and alicloud_cs_kubernetes_node_pool (registry.terraform.io, aliyun). */
import { block, code, type HclBody } from '../hcl.js';
import { labelsOf, list, type MachineGroup, regionOf, type TerraformDialect, text, zoneVariable } from './terraform.js';

const DISK = 'cloud_essd';

function systemDisk({ systemDiskGiB }: MachineGroup): HclBody {
  return systemDiskGiB === null
    ? []
    : [
        ['system_disk_category', DISK],
        ['system_disk_size', systemDiskGiB],
      ];
}

function charge({ billingMode, termMonths }: MachineGroup): HclBody {
  if (billingMode === 'subscription')
    return [
      ['instance_charge_type', 'PrePaid'],
      ['period', termMonths ?? 1],
      ['period_unit', 'Month'],
    ];
  if (billingMode === 'spot')
    return [
      ['instance_charge_type', 'PostPaid'],
      ['spot_strategy', 'SpotAsPriceGo'],
    ];
  return [['instance_charge_type', 'PostPaid']];
}

export const alicloud: TerraformDialect = {
  name: 'alicloud',
  source: 'aliyun/alicloud',
  version: '>= 1.220.0',
  providers: ['alibaba'],
  providerBlock: (subject) => block('provider', 'alicloud', [['region', regionOf(subject)]]),
  machineVariables: (subject) => [
    zoneVariable(subject, 'Zone that has the instance type in stock.'),
    text('image_id', 'Image with the GPU driver.'),
    text('vswitch_id', 'vSwitch in the zone.'),
    list('security_group_ids', 'Security groups.'),
    text('key_name', 'SSH key pair.'),
  ],
  machines: (subject, group) => [
    block('resource', 'alicloud_instance', group.resource, [
      ['count', group.servers],
      ['instance_name', group.title],
      ['availability_zone', code('var.zone')],
      ['instance_type', subject.plan.placement.instanceType],
      ['image_id', code('var.image_id')],
      ...charge(group),
      ['vswitch_id', code('var.vswitch_id')],
      ['security_groups', code('var.security_group_ids')],
      ['key_name', code('var.key_name')],
      ...systemDisk(group),
      group.dataDiskGiB === 0
        ? null
        : block('data_disks', [
            ['category', DISK],
            ['size', group.dataDiskGiB],
          ]),
      ['tags', labelsOf(subject)],
    ]),
  ],
  nodePoolVariables: () => [
    text('cluster_id', 'ACK cluster that the nodes join.'),
    list('vswitch_ids', 'vSwitches of the nodes.'),
    list('security_group_ids', 'Security groups of the nodes.'),
    text('key_name', 'SSH key pair.'),
  ],
  nodePool: (subject, group, { least, most }) => [
    block('resource', 'alicloud_cs_kubernetes_node_pool', group.resource, [
      ['node_pool_name', group.title],
      ['cluster_id', code('var.cluster_id')],
      ['vswitch_ids', code('var.vswitch_ids')],
      ['security_group_ids', code('var.security_group_ids')],
      ['instance_types', [subject.plan.placement.instanceType]],
      ...charge(group),
      ['key_name', code('var.key_name')],
      ...systemDisk(group),
      least < most ? null : ['desired_size', most],
      least < most
        ? block('scaling_config', [
            ['enable', true],
            ['min_size', least],
            ['max_size', most],
            ['type', 'gpu'],
          ])
        : null,
      group.dataDiskGiB === 0
        ? null
        : block('data_disks', [
            ['category', DISK],
            ['size', group.dataDiskGiB],
          ]),
      ...Object.entries(labelsOf(subject)).map(([key, value]) =>
        block('labels', [
          ['key', key],
          ['value', value],
        ]),
      ),
    ]),
  ],
};
