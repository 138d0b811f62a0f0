/** GET /accuracy on the wire. */
import { Type } from 'typebox';

const Errors = Type.Object(
  {
    medianApe: Type.Number({ minimum: 0, description: 'Median absolute percentage error, as a ratio: 0.1 = 10 %.' }),
    within25: Type.Number({ minimum: 0, maximum: 1, description: 'Share of the rows within 25 %.' }),
  },
  { additionalProperties: false },
);

const Name = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });

export const AccuracySection = Type.Object(
  {
    task: Name('What is predicted, e.g. a metric of serving, training or rendering.'),
    split: Name('What was left out: interpolation, an architecture, a card, a source …'),
    group: Name('`all`, `held out` (sweeps that no fit and no choice looked at), or an engine, card or model.'),
    count: Type.Integer({ minimum: 0, maximum: 1e9, description: 'Left-out rows.' }),
    medianApe: Errors.properties.medianApe,
    within25: Errors.properties.within25,
    p90: Type.Optional(Type.Number({ minimum: 0, description: '90th percentile of the error, as a ratio.' })),
    bias: Type.Optional(Type.Number({ description: 'Median signed error, as a ratio; above 0 = predicted too high.' })),
    coverage: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Share of the rows inside the stated 80 % interval.' }),
    ),
    uncorrected: Type.Optional(Errors),
    naiveRoofline: Type.Optional(Errors),
    constantEfficiency: Type.Optional(Errors),
  },
  { additionalProperties: true, description: 'Error on measurements that the prediction has not seen.' },
);

export const AccuracyReply = Type.Object(
  {
    engineVersion: Type.String({ maxLength: 40 }),
    sections: Type.Array(AccuracySection, { maxItems: 10_000 }),
  },
  { additionalProperties: false, $id: 'AccuracyReply', description: 'How wrong our predictions are.' },
);

export const AccuracyQuery = Type.Object(
  {
    task: Type.Optional(Name('Only this task.')),
    split: Type.Optional(Name('Only this split.')),
    group: Type.Optional(Name('Only this group, e.g. `all`.')),
  },
  { additionalProperties: false },
);
