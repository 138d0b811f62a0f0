/** API keys on the wire. The secret is in the reply that makes the key, and nowhere else. */
import { Type } from 'typebox';
import { SCOPES, type Scope } from '../../application/ports.js';

const Scopes = Type.Array(
  Type.Unsafe<Scope>({ type: 'string', enum: SCOPES, description: 'What the key may do; none includes another.' }),
  { minItems: 1, maxItems: SCOPES.length, uniqueItems: true, description: 'What the key may do.' },
);
const Instant = (description: string) => Type.Union([Type.String({ maxLength: 40 }), Type.Null()], { description });

export const ApiKey = Type.Object(
  {
    id: Type.String({ format: 'uuid', maxLength: 36 }),
    tenant: Type.String({ maxLength: 60 }),
    name: Type.String({ maxLength: 100 }),
    prefix: Type.String({ maxLength: 8, description: 'The part of the key that may be seen.' }),
    scopes: Scopes,
    rotates: Type.Union([Type.String({ maxLength: 36 }), Type.Null()], {
      description: 'Id of the key that it takes over from.',
    }),
    createdBy: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
    createdAt: Type.String({ format: 'date-time', maxLength: 40 }),
    expiresAt: Instant('null: does not expire.'),
    revokedAt: Instant('null: not revoked.'),
  },
  { additionalProperties: false, $id: 'ApiKey', description: 'A key without its secret.' },
);

export const ApiKeyList = Type.Object(
  { items: Type.Array(ApiKey, { maxItems: 10_000 }) },
  { additionalProperties: false, $id: 'ApiKeyList', description: 'All keys, expired and revoked ones, too.' },
);

export const NewApiKey = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, description: 'Who or what uses it.' }),
    scopes: Scopes,
    tenant: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9][a-z0-9-]{0,59}$',
        description: 'Whose prices and quotes it sees. Default: yours.',
      }),
    ),
    expiresAt: Type.Optional(
      Type.String({ format: 'date-time', maxLength: 40, description: 'Absent: does not expire.' }),
    ),
  },
  { additionalProperties: false, $id: 'NewApiKey', description: 'A key to be made.' },
);

export const IssuedKey = Type.Object(
  {
    key: ApiKey,
    secret: Type.String({ maxLength: 60, description: 'The key itself. It is shown now and never again.' }),
  },
  { additionalProperties: false, $id: 'IssuedKey', description: 'A new key with its secret.' },
);

export const RotateKey = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Number({ minimum: 0, maximum: 720, default: 24, description: 'How long the old key goes on working.' }),
    ),
  },
  { additionalProperties: false, $id: 'RotateKey', description: 'How a key is replaced.' },
);

export const KeyParams = Type.Object({ id: Type.String({ maxLength: 60, description: 'Id of the key.' }) });
