/** Availability on the wire. */
import { Type } from 'typebox';
import { Availability } from '../../engine/catalogue/instance.js';

export const AvailabilityRows = Type.Object(
  {
    rows: Type.Array(Availability, {
      minItems: 1,
      maxItems: 5000,
      description: 'Rows to create or replace, all or none.',
    }),
  },
  { additionalProperties: false, $id: 'AvailabilityRows', description: 'Sale status of types in regions and zones.' },
);

export const AvailabilityResult = Type.Object(
  {
    rows: Type.Integer({ minimum: 0, maximum: 5000, description: 'Rows of the request.' }),
    changed: Type.Integer({ minimum: 0, maximum: 5000, description: 'Rows that say something new.' }),
  },
  { additionalProperties: false, $id: 'AvailabilityResult', description: 'What was written.' },
);

export const AvailabilityList = Type.Object(
  { items: Type.Array(Availability, { maxItems: 100_000 }) },
  { additionalProperties: false, $id: 'AvailabilityList', description: 'Where the types are sold.' },
);
