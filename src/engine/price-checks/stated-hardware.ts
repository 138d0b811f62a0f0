/** What a price list says of the hardware behind a price: held against the catalogue, never stored. */
export interface StatedHardware {
  readonly acceleratorName?: string;
  /** Devices of the server; a fraction for a slice of one. */
  readonly acceleratorCount?: number;
  /** Memory of one device, GiB. */
  readonly acceleratorMemoryGiB?: number;
  /** Memory of all devices together, GiB. */
  readonly totalAcceleratorMemoryGiB?: number;
}
