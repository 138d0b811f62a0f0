/** All that the engine may know, as plain JSON at one version. */
import { type Static, Type } from 'typebox';
import { Accelerator } from './accelerator.js';
import { Availability, InstanceFamily, InstanceType } from './instance.js';
import { MeasuredRow } from './measured-row.js';
import { ModelCard } from './model-card.js';
import { PriceSheet } from './price.js';
import { PriceArea, Provider, Region } from './provider.js';
import { NetworkService, StorageType } from './service.js';
import { SoftwareFeature } from './software.js';

export const CatalogueSnapshot = Type.Object(
  {
    version: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Content version: equal versions mean equal content.',
    }),
    providers: Type.Array(Provider),
    regions: Type.Array(Region),
    priceAreas: Type.Array(PriceArea),
    accelerators: Type.Array(Accelerator),
    families: Type.Array(InstanceFamily),
    instanceTypes: Type.Array(InstanceType),
    availability: Type.Array(Availability),
    softwareFeatures: Type.Array(SoftwareFeature),
    storageTypes: Type.Array(StorageType),
    networkServices: Type.Array(NetworkService),
    models: Type.Array(ModelCard),
    priceSheets: Type.Array(PriceSheet),
    measuredRows: Type.Array(MeasuredRow),
  },
  { additionalProperties: false, description: 'The catalogue at one version.' },
);
export type CatalogueSnapshot = Static<typeof CatalogueSnapshot>;
