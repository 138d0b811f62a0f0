/** Where a fact comes from. Every catalogue entity carries one. */
import { type Static, Type } from 'typebox';

/** How far a fact may be trusted. `recalled` facts are kept only where they are marked as such wherever they are shown. */
export const Confidence = Type.Union(
  [
    Type.Literal('official'),
    Type.Literal('official-mirror'),
    Type.Literal('secondary'),
    Type.Literal('secondary-mirror'),
    Type.Literal('recalled'),
    Type.Literal('stated-by-admin'),
  ],
  { description: 'Trust in the source: official > official-mirror > secondary > secondary-mirror > recalled.' },
);
export type Confidence = Static<typeof Confidence>;

export const Provenance = Type.Object(
  {
    source: Type.String({ minLength: 1, maxLength: 1000, description: 'Document, page or file that states the fact.' }),
    asOf: Type.Union([Type.String({ maxLength: 60 }), Type.Null()], {
      description: 'Day (or period, as the source prints it) on which the source stated it; null when undated.',
    }),
    confidence: Confidence,
    notes: Type.Optional(Type.String({ maxLength: 2000, description: 'What to check or know about the fact.' })),
  },
  { additionalProperties: false, description: 'Where a fact comes from.' },
);
export type Provenance = Static<typeof Provenance>;

/** Nullable helper: `null` is "unknown", never zero. */
export const Unknown = <T extends import('typebox').TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const SaleStatus = Type.Union(
  [
    Type.Literal('general'),
    Type.Literal('limited'),
    Type.Literal('invite-only'),
    Type.Literal('legacy'),
    Type.Literal('retired'),
    Type.Literal('unknown'),
  ],
  { description: 'Sale status; `unknown` where the source does not say.' },
);
export type SaleStatus = Static<typeof SaleStatus>;
