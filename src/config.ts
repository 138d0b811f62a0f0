/** Every setting of the service: read once from the environment, checked as a whole, frozen. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

/** The checkout, from its sources as from the `dist/` in it. */
function findProject(from: string): string {
  const parent = path.dirname(from);
  return existsSync(path.join(from, 'package.json')) || parent === from ? from : findProject(parent);
}
const projectDirectory = findProject(path.dirname(fileURLToPath(import.meta.url)));

const PostgresAddress = { pattern: '^postgres(ql)?://', maxLength: 2000 } as const;

/** Names are those of the environment variables; `default` is what counts when one is unset or empty. */
export const Settings = Type.Object(
  {
    HOST: Type.String({
      default: '127.0.0.1',
      pattern: '^[A-Za-z0-9._:-]+$',
      maxLength: 255,
      description: 'Address to listen on; 0.0.0.0 or :: for all.',
    }),
    PORT: Type.Integer({ default: 8080, minimum: 0, maximum: 65_535, description: 'Port to listen on; 0 = any free.' }),
    DATABASE_URL: Type.Optional(
      Type.String({
        ...PostgresAddress,
        description: 'PostgreSQL to use, postgresql://user:password@host:5432/name; unset = the embedded one.',
      }),
    ),
    DATABASE_OWNER_URL: Type.Optional(
      Type.String({
        ...PostgresAddress,
        description:
          'The same database as the role that owns its tables; migrations then run as that role, and the role of DATABASE_URL may not change audit events.',
      }),
    ),
    DATABASE_POOL_SIZE: Type.Integer({
      default: 10,
      minimum: 2,
      maximum: 200,
      description: 'Connections kept to the database.',
    }),
    DATA_DIR: Type.String({
      default: path.join(projectDirectory, '.cardwise'),
      minLength: 1,
      maxLength: 1000,
      description: 'Where the embedded PostgreSQL keeps its data.',
    }),
    QUOTE_SIGNING_KEY_FILE: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description:
          'PEM file of the Ed25519 key that signs quotes, the same for all replicas; unset = one that is made in DATA_DIR.',
      }),
    ),
    LOG_LEVEL: Type.Union(
      [
        Type.Literal('fatal'),
        Type.Literal('error'),
        Type.Literal('warn'),
        Type.Literal('info'),
        Type.Literal('debug'),
        Type.Literal('trace'),
        Type.Literal('silent'),
      ],
      { default: 'info', description: 'Least serious message that is logged.' },
    ),
    AUTH: Type.Union([Type.Literal('open'), Type.Literal('keys')], {
      description:
        'open = no key asked for, only on a loopback HOST with the embedded database (the default there); keys = API keys.',
    }),
    CORS_ORIGINS: Type.Array(Type.String({ pattern: '^https?://[^/*\\s]+$', maxLength: 255 }), {
      default: [],
      maxItems: 100,
      description: 'Origins that browsers may call from, separated by commas.',
    }),
    RATE_LIMIT_PER_MINUTE: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Requests a minute for one key (or address, without keys); unset = 600 with keys, 100000 when open.',
    }),
    TRUST_PROXY: Type.Boolean({
      default: false,
      description: 'true = believe X-Forwarded-* headers; only behind a proxy that sets them.',
    }),
    PRICE_APPROVAL: Type.Boolean({
      default: false,
      description: 'true = whoever fills a price sheet may not publish it, whatever the sheet says.',
    }),
    CATALOGUE_POLL_SECONDS: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: 3600,
      description: 'How often to look for a changed catalogue, besides being told by the database.',
    }),
    SHUTDOWN_GRACE_SECONDS: Type.Integer({
      default: 10,
      minimum: 0,
      maximum: 600,
      description: 'How long requests in flight may still take when the service stops.',
    }),
  },
  { additionalProperties: false },
);
export type Config = Readonly<Static<typeof Settings>>;

/** One or more settings are wrong; the message lists all of them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`These settings are wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

interface Described {
  readonly type?: string;
  readonly anyOf?: readonly { readonly const?: string }[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly description?: string;
}

/** A value of the environment is text: made into what its setting declares, or left as text to be refused. */
function parse(text: string, schema: Described): unknown {
  if (schema.type === 'integer') return /^-?[0-9]{1,15}$/.test(text) ? Number(text) : text;
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (schema.type === 'array') return text.split(',').flatMap((part) => part.trim() || []);
  return text;
}

function expectation(schema: Described): string {
  if (schema.type === 'integer') return `a whole number from ${schema.minimum} to ${schema.maximum}`;
  if (schema.type === 'boolean') return 'true or false';
  if (schema.anyOf) return `one of ${schema.anyOf.map((option) => option.const).join(', ')}`;
  return schema.description?.replace(/\.$/, '') ?? 'something else';
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.[0-9.]+$/.test(host);
}

/** Reads the settings, or throws a `ConfigError` with every fault. Passwords are never part of a message. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(Settings.properties) as [string, TSchema & Described][]) {
    const text = environment[name]?.trim();
    const value = text === undefined || text === '' ? schema.default : parse(text, schema);
    if (value === undefined) continue;
    values[name] = value;
    if (Value.Check(schema, value)) continue;
    const shown = name.endsWith('_URL') ? 'the value' : JSON.stringify(text);
    faults.push(`${name}: ${shown} is not right; expected ${expectation(schema)}.`);
  }

  const mayBeOpen = typeof values.HOST === 'string' && isLoopback(values.HOST) && values.DATABASE_URL === undefined;
  values.AUTH ??= mayBeOpen ? 'open' : 'keys';
  // Whoever reaches an open service sits on its machine: the limit is there for a loop that runs away, not for fairness.
  values.RATE_LIMIT_PER_MINUTE ??= values.AUTH === 'open' ? 100_000 : 600;
  if (values.AUTH === 'open' && !mayBeOpen) {
    faults.push('AUTH: open is allowed only on a loopback HOST with the embedded database (no DATABASE_URL).');
  }
  if (values.DATABASE_OWNER_URL !== undefined && values.DATABASE_URL === undefined) {
    faults.push('DATABASE_OWNER_URL: has no meaning without DATABASE_URL.');
  }
  if (faults.length > 0) throw new ConfigError(faults);

  const config = values as Static<typeof Settings>;
  return Object.freeze({ ...config, DATA_DIR: path.resolve(config.DATA_DIR) });
}
