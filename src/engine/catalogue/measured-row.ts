/** A published measurement that predictions lean on: one configuration, one metric. */
import { type Static, Type } from 'typebox';
import { Provenance, Unknown } from './provenance.js';

export const MeasuredRow = Type.Object(
  {
    id: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]{0,79}$' }),
    task: Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'E.g. llm-serving, llm-offline, embedding, image-generation, training, render, transcode, hpc.',
    }),
    accelerator: Type.String({ maxLength: 64, description: 'Accelerator id.' }),
    acceleratorCount: Type.Integer({ minimum: 1, maximum: 100_000 }),
    model: Unknown(Type.String({ maxLength: 150, description: 'Model card id or the name the source prints.' })),
    engine: Unknown(Type.String({ maxLength: 100 })),
    engineVersion: Unknown(Type.String({ maxLength: 60 })),
    precision: Unknown(Type.String({ maxLength: 40 })),
    configuration: Type.Record(
      Type.String({ maxLength: 60 }),
      Type.Union([Type.String({ maxLength: 300 }), Type.Number(), Type.Boolean(), Type.Null()]),
      {
        description: 'Layout, lengths, batch, concurrency … as the task needs.',
      },
    ),
    metric: Type.String({ minLength: 1, maxLength: 60 }),
    value: Type.Number(),
    provenance: Provenance,
  },
  { additionalProperties: false, $id: 'MeasuredRow', description: 'A published measurement.' },
);
export type MeasuredRow = Static<typeof MeasuredRow>;
