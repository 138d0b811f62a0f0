/** Tencent Cloud: tencentcloud_instance and tencentcloud_kubernetes_node_pool (registry.terraform.io, tencentcloudstack). */
import type { ExportSubject } from '../export-format.js';
import { block, code, type HclBody, type HclValue } from '../hcl.js';
import { labelsOf, list, type MachineGroup, regionOf, type TerraformDialect, text, zoneVariable } from './terraform.js';

const DISK = 'CLOUD_PREMIUM';

/** Type and size; a node pool takes the size as text. */
function systemDisk({ systemDiskGiB }: MachineGroup, write: (size: number) => HclValue = (size) => size): HclBody {
  return systemDiskGiB === null
    ? []
    : [
        ['system_disk_type', DISK],
        ['system_disk_size', write(systemDiskGiB)],
      ];
}

function charge({ billingMode, termMonths }: MachineGroup): HclBody {
  if (billingMode === 'subscription' || billingMode === 'reserved')
    return [
      ['instance_charge_type', 'PREPAID'],
      ['instance_charge_type_prepaid_period', termMonths ?? 1],
      ['instance_charge_type_prepaid_renew_flag', 'NOTIFY_AND_MANUAL_RENEW'],
    ];
  if (billingMode === 'spot')
    return [
      ['instance_charge_type', 'SPOTPAID'],
      ['spot_instance_type', 'ONE-TIME'],
      ['spot_max_price', code('var.spot_max_price')],
    ];
  return [['instance_charge_type', 'POSTPAID_BY_HOUR']];
}

const spotVariable = (subject: ExportSubject) =>
  subject.plan.cost.billingMix.some(({ billingMode }) => billingMode === 'spot')
    ? [text('spot_max_price', 'Highest hourly price that you pay for a spot server, as text.')]
    : [];

export const tencentcloud: TerraformDialect = {
  name: 'tencentcloud',
  source: 'tencentcloudstack/tencentcloud',
  version: '>= 1.81.0',
  providers: ['tencent'],
  providerBlock: (subject) => block('provider', 'tencentcloud', [['region', regionOf(subject)]]),
  machineVariables: (subject) => [
    zoneVariable(subject, 'Zone that has the instance type in stock.'),
    text('image_id', 'Image with the GPU driver, e.g. a public GPU image of the region.'),
    text('vpc_id', 'Network.'),
    text('subnet_id', 'Subnet in the zone.'),
    list('security_group_ids', 'Security groups, the first with the highest priority.'),
    list('key_ids', 'SSH keys.'),
    ...spotVariable(subject),
  ],
  machines: (subject, group) => [
    block('resource', 'tencentcloud_instance', group.resource, [
      ['count', group.servers],
      ['instance_name', group.title],
      ['availability_zone', code('var.zone')],
      ['instance_type', subject.plan.placement.instanceType],
      ['image_id', code('var.image_id')],
      ...charge(group),
      ['vpc_id', code('var.vpc_id')],
      ['subnet_id', code('var.subnet_id')],
      ['orderly_security_groups', code('var.security_group_ids')],
      ['key_ids', code('var.key_ids')],
      ...systemDisk(group),
      group.dataDiskGiB === 0
        ? null
        : block('data_disks', [
            ['data_disk_type', DISK],
            ['data_disk_size', group.dataDiskGiB],
          ]),
      ['tags', labelsOf(subject)],
    ]),
  ],
  nodePoolVariables: (subject) => [
    text('cluster_id', 'TKE cluster that the nodes join.'),
    text('vpc_id', 'Network of the cluster.'),
    list('subnet_ids', 'Subnets of the nodes.'),
    list('security_group_ids', 'Security groups of the nodes.'),
    list('key_ids', 'SSH keys.'),
    ...spotVariable(subject),
  ],
  nodePool: (subject, group, { least, most }) => [
    block('resource', 'tencentcloud_kubernetes_node_pool', group.resource, [
      ['name', group.title.slice(-25).replace(/^[^a-z0-9]+/, '')],
      ['cluster_id', code('var.cluster_id')],
      ['vpc_id', code('var.vpc_id')],
      ['subnet_ids', code('var.subnet_ids')],
      ['min_size', least],
      ['max_size', most],
      ['desired_capacity', most],
      ['enable_auto_scale', least < most],
      ['retry_policy', 'INCREMENTAL_INTERVALS'],
      ['delete_keep_instance', false],
      block('auto_scaling_config', [
        ['instance_type', subject.plan.placement.instanceType],
        ...charge(group),
        ...systemDisk(group, String),
        ['orderly_security_group_ids', code('var.security_group_ids')],
        ['key_ids', code('var.key_ids')],
        group.dataDiskGiB === 0
          ? null
          : block('data_disk', [
              ['disk_type', DISK],
              ['disk_size', group.dataDiskGiB],
            ]),
      ]),
      [
        'labels',
        {
          ...labelsOf(subject),
          ...(subject.plan.placement.sharing?.technology === 'qgpu' ? { 'qgpu-device-enable': 'enable' } : {}),
        },
      ],
    ]),
  ],
};
