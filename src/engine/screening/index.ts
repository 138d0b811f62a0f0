/** The registry of hard requirements on offers. To add one: its file here, and its line below. */
import { ACCELERATOR_KNOWN, ACCELERATOR_SCREEN } from './accelerator.js';
import { GEOGRAPHY_SCREEN } from './geography.js';
import { HOST_MEMORY_SCREEN, VCPU_SCREEN } from './host.js';
import { INSTANCE_TYPE_SCREEN } from './instance-type.js';
import { NVLINK_SCREEN, RDMA_SCREEN } from './interconnect.js';
import { PROVIDER_SCREEN } from './provider.js';
import { REGION_SCREEN, ZONE_SCREEN } from './region.js';
import { SALE_STATUS_SCREEN } from './sale-status.js';
import type { Screen } from './screen.js';
import { SHARING_SCREEN } from './sharing.js';

export const SCREENS: readonly Screen[] = [
  PROVIDER_SCREEN,
  GEOGRAPHY_SCREEN,
  REGION_SCREEN,
  ZONE_SCREEN,
  ACCELERATOR_KNOWN,
  ACCELERATOR_SCREEN,
  INSTANCE_TYPE_SCREEN,
  SALE_STATUS_SCREEN,
  RDMA_SCREEN,
  NVLINK_SCREEN,
  VCPU_SCREEN,
  HOST_MEMORY_SCREEN,
  SHARING_SCREEN,
];
