/** Google Cloud: google_compute_instance and google_container_node_pool (registry.terraform.io, hashicorp). */
import type { ExportSubject } from '../export-format.js';
import { block, code, type HclBlock } from '../hcl.js';
import { ifStated, list, narrowLabelsOf, regionOf, type TerraformDialect, text, zoneVariable } from './terraform.js';

/** N1 machines take cards as a part of their own; the other types bring theirs. */
const ATTACHED: Readonly<Record<string, string>> = {
  t4: 'nvidia-tesla-t4',
  p4: 'nvidia-tesla-p4',
  'p100-pcie-16gb': 'nvidia-tesla-p100',
  'v100-sxm2-16gb': 'nvidia-tesla-v100',
};

function guestAccelerator({ plan }: ExportSubject): HclBlock | null {
  const { instanceType, accelerator, acceleratorsPerServer } = plan.placement;
  const type = instanceType.startsWith('n1-') ? ATTACHED[accelerator] : undefined;
  return type === undefined
    ? null
    : block('guest_accelerator', [
        ['type', type],
        ['count', acceleratorsPerServer],
      ]);
}

/** What the cloud's API would take as a machine type. */
function machineType({ plan }: ExportSubject): string {
  return plan.placement.instanceType.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-');
}

export const google: TerraformDialect = {
  name: 'google',
  source: 'hashicorp/google',
  version: '>= 5.20.0',
  providers: ['gcp'],
  refuse: ({ hardware }) =>
    hardware.accelerator.kind === 'tpu'
      ? { en: 'TPUs are no machine types of Compute Engine.', zh: 'TPU 不是 Compute Engine 机型。' }
      : null,
  providerBlock: (subject) =>
    block('provider', 'google', [
      ['project', code('var.project')],
      ['region', regionOf(subject)],
    ]),
  machineVariables: (subject) => [
    text('project', 'Project.'),
    zoneVariable(subject, 'Zone that has the machine type.'),
    {
      ...text('image', 'Image with the driver.'),
      default: 'projects/deeplearning-platform-release/global/images/family/common-cu128-ubuntu-2204-nvidia-570',
    },
    text('subnetwork', 'Subnetwork.'),
  ],
  machines: (subject, group) => [
    ...(group.dataDiskGiB === 0
      ? []
      : [
          block('resource', 'google_compute_disk', group.resource, [
            ['count', group.servers],
            ['name', code(`"${group.title}-data-\${count.index}"`)],
            ['zone', code('var.zone')],
            ['type', 'pd-ssd'],
            ['size', group.dataDiskGiB],
          ]),
        ]),
    block('resource', 'google_compute_instance', group.resource, [
      ['count', group.servers],
      ['name', code(`"${group.title}-\${count.index}"`)],
      ['machine_type', machineType(subject)],
      ['zone', code('var.zone')],
      ['labels', narrowLabelsOf(subject)],
      block('boot_disk', [
        block('initialize_params', [
          ['image', code('var.image')],
          ifStated('size', group.systemDiskGiB),
          ['type', 'pd-ssd'],
        ]),
      ]),
      group.dataDiskGiB === 0
        ? null
        : block('attached_disk', [['source', code(`google_compute_disk.${group.resource}[count.index].id`)]]),
      block('network_interface', [['subnetwork', code('var.subnetwork')]]),
      guestAccelerator(subject),
      block('scheduling', [
        ['on_host_maintenance', 'TERMINATE'],
        ['automatic_restart', group.billingMode !== 'spot'],
        ...(group.billingMode === 'spot'
          ? ([
              ['preemptible', true],
              ['provisioning_model', 'SPOT'],
              ['instance_termination_action', 'STOP'],
            ] as const)
          : []),
      ]),
    ]),
  ],
  nodePoolVariables: (subject) => [
    text('project', 'Project.'),
    text('cluster', 'GKE cluster that the nodes join.'),
    list('node_locations', `Zones of ${subject.plan.placement.region} that have the machine type.`),
  ],
  nodePool: (subject, group, { least, most }) => [
    block('resource', 'google_container_node_pool', group.resource, [
      ['name', group.title],
      ['cluster', code('var.cluster')],
      ['location', regionOf(subject)],
      ['node_locations', code('var.node_locations')],
      least < most ? null : ['node_count', most],
      least < most
        ? block('autoscaling', [
            ['total_min_node_count', least],
            ['total_max_node_count', most],
          ])
        : null,
      block('node_config', [
        ['machine_type', machineType(subject)],
        ifStated('disk_size_gb', group.systemDiskGiB),
        ['spot', group.billingMode === 'spot'],
        ['labels', narrowLabelsOf(subject)],
        guestAccelerator(subject),
      ]),
    ]),
  ],
};
