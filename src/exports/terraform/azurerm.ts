/** Azure: azurerm_linux_virtual_machine and azurerm_kubernetes_cluster_node_pool (registry.terraform.io, hashicorp). */
import { block, code, type HclBody } from '../hcl.js';
import {
  ifStated,
  labelsOf,
  type MachineGroup,
  regionOf,
  type TerraformDialect,
  text,
  zoneVariable,
} from './terraform.js';

function priority({ billingMode }: MachineGroup): HclBody {
  return billingMode === 'spot'
    ? [
        ['priority', 'Spot'],
        ['eviction_policy', 'Delete'],
      ]
    : [];
}

export const azurerm: TerraformDialect = {
  name: 'azurerm',
  source: 'hashicorp/azurerm',
  version: '>= 4.0.0',
  providers: ['azure'],
  providerBlock: () => block('provider', 'azurerm', [block('features', [])]),
  machineVariables: (subject) => [
    text('resource_group_name', 'Resource group.'),
    { ...zoneVariable(subject, 'Zone number; null lets the cloud choose.'), default: '1' },
    text('subnet_id', 'Subnet.'),
    text('admin_username', 'Login of the administrator.'),
    text('admin_public_key', 'SSH public key of the administrator.'),
  ],
  machines: (subject, group) => [
    block('resource', 'azurerm_network_interface', group.resource, [
      ['count', group.servers],
      ['name', code(`"${group.title}-\${count.index}"`)],
      ['location', regionOf(subject)],
      ['resource_group_name', code('var.resource_group_name')],
      ['accelerated_networking_enabled', true],
      block('ip_configuration', [
        ['name', 'internal'],
        ['subnet_id', code('var.subnet_id')],
        ['private_ip_address_allocation', 'Dynamic'],
      ]),
    ]),
    block('resource', 'azurerm_linux_virtual_machine', group.resource, [
      ['count', group.servers],
      ['name', code(`"${group.title}-\${count.index}"`)],
      ['location', regionOf(subject)],
      ['resource_group_name', code('var.resource_group_name')],
      ['size', subject.plan.placement.instanceType],
      ['zone', code('var.zone')],
      ['admin_username', code('var.admin_username')],
      ['network_interface_ids', code(`[azurerm_network_interface.${group.resource}[count.index].id]`)],
      ...priority(group),
      block('admin_ssh_key', [
        ['username', code('var.admin_username')],
        ['public_key', code('var.admin_public_key')],
      ]),
      block('os_disk', [
        ['caching', 'ReadWrite'],
        ['storage_account_type', 'Premium_LRS'],
        ifStated('disk_size_gb', group.systemDiskGiB),
      ]),
      block('source_image_reference', [
        ['publisher', 'microsoft-dsvm'],
        ['offer', 'ubuntu-hpc'],
        ['sku', '2204'],
        ['version', 'latest'],
      ]),
      ['tags', labelsOf(subject)],
    ]),
    ...(group.dataDiskGiB === 0
      ? []
      : [
          block('resource', 'azurerm_managed_disk', group.resource, [
            ['count', group.servers],
            ['name', code(`"${group.title}-data-\${count.index}"`)],
            ['location', regionOf(subject)],
            ['resource_group_name', code('var.resource_group_name')],
            ['storage_account_type', 'Premium_LRS'],
            ['create_option', 'Empty'],
            ['disk_size_gb', group.dataDiskGiB],
            ['zone', code('var.zone')],
          ]),
          block('resource', 'azurerm_virtual_machine_data_disk_attachment', group.resource, [
            ['count', group.servers],
            ['managed_disk_id', code(`azurerm_managed_disk.${group.resource}[count.index].id`)],
            ['virtual_machine_id', code(`azurerm_linux_virtual_machine.${group.resource}[count.index].id`)],
            ['lun', 10],
            ['caching', 'ReadOnly'],
          ]),
        ]),
  ],
  nodePoolVariables: () => [
    text('kubernetes_cluster_id', 'AKS cluster that the nodes join.'),
    text('subnet_id', 'Subnet of the nodes.'),
  ],
  nodePool: (subject, group, { least, most }) => [
    block('resource', 'azurerm_kubernetes_cluster_node_pool', group.resource, [
      // At most twelve lower-case letters and digits.
      ['name', `gpu${group.name.replaceAll(/[^a-z0-9]/g, '')}`.slice(0, 12)],
      ['kubernetes_cluster_id', code('var.kubernetes_cluster_id')],
      ['vnet_subnet_id', code('var.subnet_id')],
      ['vm_size', subject.plan.placement.instanceType],
      ifStated('os_disk_size_gb', group.systemDiskGiB),
      ['auto_scaling_enabled', least < most],
      ...(least < most
        ? ([
            ['min_count', least],
            ['max_count', most],
          ] as const)
        : ([['node_count', most]] as const)),
      ...priority(group),
      ['node_labels', labelsOf(subject)],
      ['tags', labelsOf(subject)],
    ]),
  ],
};
