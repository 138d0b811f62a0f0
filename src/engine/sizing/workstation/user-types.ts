/** What a desktop user of a kind needs, by default. */

export const USER_TYPES = ['office', 'light-3d', 'medium-3d', 'heavy-3d', 'power-3d'] as const;
export type UserType = (typeof USER_TYPES)[number];

export interface UserNeed {
  /** Frame buffer, GiB. */
  readonly frameBufferGiB: number;
  readonly vcpu: number;
  readonly memoryGiB: number;
  /** Profile series: Q = workstation (vWS licence), B = virtual PC (vPC licence). */
  readonly series: 'Q' | 'B';
}

/**
 * Frame buffer, vCPU and memory a user. 3D: NVIDIA's virtual workstation sizing guide (light 4 vCPU 8-16 GB, medium 8 vCPU
 * 16-32 GB, heavy 12+ vCPU 32-64 GB) and Esri's ArcGIS Pro page (1-2Q light, 2Q+ medium, 4Q+ heavy); office: NVIDIA virtual PC
 * sizing (1B) and Azure Virtual Desktop's four users a vCPU at medium load. Seed rows of task `workstation`, read 2026-11.
 */
export const USER_NEEDS: Readonly<Record<UserType, UserNeed>> = {
  office: { frameBufferGiB: 1, vcpu: 1, memoryGiB: 4, series: 'B' },
  'light-3d': { frameBufferGiB: 2, vcpu: 4, memoryGiB: 8, series: 'Q' },
  'medium-3d': { frameBufferGiB: 4, vcpu: 8, memoryGiB: 16, series: 'Q' },
  'heavy-3d': { frameBufferGiB: 8, vcpu: 12, memoryGiB: 32, series: 'Q' },
  'power-3d': { frameBufferGiB: 16, vcpu: 16, memoryGiB: 64, series: 'Q' },
};
