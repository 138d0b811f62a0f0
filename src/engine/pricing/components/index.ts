/** The registry of price components beside the servers themselves. One more = one file and one line here. */
import type { PriceComponent } from './component.js';
import { DATA_DISK, SYSTEM_DISK } from './disk.js';
import { BACKUP, FILE_STORAGE, IMAGE, OBJECT_STORAGE, PARALLEL_FILE_STORAGE, SNAPSHOT } from './held.js';
import { CLUSTER_FEE, SOFTWARE_LICENCE } from './licences.js';
import { OBJECT_REQUESTS } from './requests.js';
import {
  CROSS_REGION,
  CROSS_REGION_BANDWIDTH,
  CROSS_ZONE,
  EGRESS_BANDWIDTH,
  EGRESS_TRAFFIC,
  PUBLIC_ADDRESS,
} from './traffic.js';

export const COMPONENTS: Readonly<Record<string, PriceComponent>> = {
  'system-disk': SYSTEM_DISK,
  'data-disk': DATA_DISK,
  snapshot: SNAPSHOT,
  image: IMAGE,
  backup: BACKUP,
  'egress-traffic': EGRESS_TRAFFIC,
  'egress-bandwidth': EGRESS_BANDWIDTH,
  'public-address': PUBLIC_ADDRESS,
  'cross-region-traffic': CROSS_REGION,
  'cross-region-bandwidth': CROSS_REGION_BANDWIDTH,
  'cross-zone-traffic': CROSS_ZONE,
  'file-storage': FILE_STORAGE,
  'parallel-file-storage': PARALLEL_FILE_STORAGE,
  'object-storage': OBJECT_STORAGE,
  'object-requests': OBJECT_REQUESTS,
  'software-licence': SOFTWARE_LICENCE,
  'cluster-fee': CLUSTER_FEE,
};
