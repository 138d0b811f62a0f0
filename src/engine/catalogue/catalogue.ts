/** The opened catalogue: references checked, sorted, indexed, frozen. Made only by `openCatalogue` (snapshot.ts). */
import type { Fault } from '../question-error.js';
import type { HardwareShape } from '../workload/scenario.js';
import type { Accelerator } from './accelerator.js';
import type { InstanceFamily, InstanceType } from './instance.js';
import type { MeasuredRow } from './measured-row.js';
import type { ModelCard } from './model-card.js';
import type { SaleStatus } from './provenance.js';
import type { PriceArea, Provider, Region } from './provider.js';
import type { CatalogueSnapshot } from './snapshot-schema.js';
import type { SoftwareFeature } from './software.js';

/** A type on sale in a region: what can be rented where. Rates are joined by pricing. */
export interface Offer {
  readonly index: number;
  readonly type: InstanceType;
  readonly family: InstanceFamily;
  readonly provider: Provider;
  readonly region: Region;
  /** Zones of the region where it is sold; empty = the source names none. */
  readonly zones: readonly string[];
  /** The most restrictive of family, type and availability. */
  readonly saleStatus: SaleStatus;
  /** Index into `Catalogue.shapes`; -1 when the accelerator or count is unknown. */
  readonly shapeIndex: number;
}

export type Resolution<T> = { readonly found: T } | { readonly fault: Fault };

export interface Catalogue {
  readonly snapshot: CatalogueSnapshot;
  readonly version: string;
  readonly acceleratorsById: ReadonlyMap<string, Accelerator>;
  readonly modelsById: ReadonlyMap<string, ModelCard>;
  readonly providersById: ReadonlyMap<string, Provider>;
  /** Key `provider/region`. */
  readonly regionsByKey: ReadonlyMap<string, Region>;
  /** Key `provider/area`. */
  readonly priceAreasByKey: ReadonlyMap<string, PriceArea>;
  /** Key `provider/family`. */
  readonly familiesByKey: ReadonlyMap<string, InstanceFamily>;
  /** Key `provider/type`. */
  readonly typesByKey: ReadonlyMap<string, InstanceType>;
  readonly softwareFeatures: readonly SoftwareFeature[];
  readonly shapes: readonly HardwareShape[];
  readonly offers: readonly Offer[];
  /** Rows of a task, in id order; [] for an unknown task. */
  measuredRows(task: string): readonly MeasuredRow[];
  /** Resolves any spelling; the fault lists the nearest names. */
  resolveAccelerator(name: string, pointer: string): Resolution<Accelerator>;
  resolveModel(name: string, pointer: string): Resolution<ModelCard>;
  /** One-time derived data, keyed by the function that makes it (e.g. fitted references); pure. */
  derive<T>(make: (catalogue: Catalogue) => T): T;
}
