/**
 * The OpenAPI 3.1 document, made from the schemas that validate. Schemas with an `$id` become components; everything
 * that follows from what a route is (problems, headers, access, conditional requests) is written here, once.
 */
import { PROBLEMS, type ProblemCode } from '../../application/problems.js';
import { Transformer } from '../../engine/catalogue/model-card.js';
import { Provenance, SaleStatus } from '../../engine/catalogue/provenance.js';
import { Finding } from '../../engine/finding.js';
import { Estimate, Evidence, Money } from '../../engine/units.js';
import type { Access } from '../types.js';
import { fieldWords } from './field-words.js';
import { PROBLEM_TYPE, ProblemReply } from './problem.js';

type Json = Record<string, unknown>;
type JsonSchema = Readonly<Record<string, unknown>>;

/** What the document needs to know of a route. */
export interface DescribedRoute {
  readonly method: string;
  readonly url: string;
  readonly access: Access;
  readonly idempotency?: 'required' | 'optional' | undefined;
  readonly schema: {
    readonly operationId?: string;
    readonly tags?: readonly string[];
    readonly summary?: string;
    readonly description?: string;
    readonly consumes?: readonly string[];
    readonly produces?: readonly string[];
    readonly body?: unknown;
    readonly bodyLine?: unknown;
    readonly querystring?: unknown;
    readonly params?: unknown;
    readonly headers?: unknown;
    readonly response?: unknown;
    readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
    readonly problems?: readonly string[];
  };
}

const TAGS: readonly { name: string; description: string }[] = [
  { name: 'planning', description: 'Questions about what to rent, whether it fits, and what it costs.' },
  { name: 'catalogue', description: 'What can be rented: hardware, places, software, services, models.' },
  { name: 'prices', description: 'Dated price sheets: draft, rows, publish.' },
  { name: 'quotes', description: 'Frozen, signed answers: verify, drift, compare, export.' },
  { name: 'evidence', description: 'What predictions lean on: your own load tests.' },
  { name: 'access', description: 'API keys and the audit trail.' },
  { name: 'service', description: 'Health, metrics, and this document.' },
];

const DESCRIPTION = `Capacity planning for cloud GPU servers: what to rent for a workload, whether it fits, what it costs, and why.

Every figure is an estimate with its 80 % interval and where it comes from. Everything that was assumed is a finding with a stable code. "Nothing fits" is an answer with reasons, not an error. Errors are RFC 9457 problems with all faults at once. Texts are English or Chinese by \`Accept-Language\`.`;

export function openapiDocument(routes: readonly DescribedRoute[], version: string): Json {
  const components = new Map<string, JsonSchema>();
  const paths: Record<string, Json> = {};
  for (const route of [...routes].sort((a, b) => (a.url < b.url ? -1 : a.url > b.url ? 1 : 0))) {
    const path = route.url.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, components) };
  }
  const problem = hoist(ProblemReply, components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cardwise',
      version,
      summary: 'Which GPU servers to rent, and why.',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The maintainers of Cardwise' },
    },
    servers: [{ url: '/', description: 'local: the service that serves this document', 'x-internal': false }],
    tags: TAGS,
    security: [{ apiKey: [] }, { bearer: [] }],
    paths,
    components: {
      schemas: Object.fromEntries([...components.entries()].sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: responses(problem, JSON.stringify(paths)),
      headers: HEADERS,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key as bearer token.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
      },
    },
  };
}

function operation(route: DescribedRoute, components: Map<string, JsonSchema>): Json {
  const { schema, access } = route;
  const parameters = [
    ...parametersOf(schema.params, 'path', components),
    ...parametersOf(schema.querystring, 'query', components),
    ...parametersOf(schema.headers, 'header', components),
    ...(route.idempotency === undefined ? [] : [idempotencyKey(route.idempotency === 'required')]),
  ];
  const body = requestBody(schema, components);
  return {
    operationId: schema.operationId,
    tags: schema.tags ?? [],
    summary: schema.summary,
    description: describe(schema.description ?? '', access),
    security: access === 'public' ? [] : [{ bearer: [] }, { apiKey: [] }],
    ...(access === 'public' ? {} : { 'x-scope': access }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...replies(route, components), ...problemReplies(route) },
  };
}

function describe(description: string, access: Access): string {
  return access === 'public' ? description : `${description}\n\nNeeds the scope \`${access}\`.`.trim();
}

function requestBody(schema: DescribedRoute['schema'], components: Map<string, JsonSchema>): Json | undefined {
  const shape = schema.body ?? schema.bodyLine;
  if (shape === undefined) return undefined;
  const content = {
    schema: hoist(shape, components),
    ...(schema.examples === undefined ? {} : { examples: schema.examples }),
  };
  return {
    required: true,
    content: Object.fromEntries((schema.consumes ?? ['application/json']).map((type) => [type, content])),
  };
}

function parametersOf(
  schema: unknown,
  place: 'path' | 'query' | 'header',
  components: Map<string, JsonSchema>,
): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      ...(rest.type === 'array' ? { style: 'form', explode: true } : {}),
      schema: hoist(rest, components),
    };
  });
}

function idempotencyKey(required: boolean): Json {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required,
    description:
      'Makes the call safe to repeat for 24 hours: the same key and request get the same reply and `Idempotency-Replayed: true`.',
    schema: { type: 'string', minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
  };
}

function replies({ method, schema, access }: DescribedRoute, components: Map<string, JsonSchema>): Json {
  const response = (schema.response ?? {}) as Readonly<Record<string, JsonSchema>>;
  const read = method === 'GET' ? { ETag: { $ref: '#/components/headers/ETag' } } : {};
  const limited = access === 'public' ? {} : LIMIT_HEADERS;
  const own = Object.fromEntries(
    Object.entries(response).map(([status, shape]) => [
      status,
      {
        description: String(shape.description ?? 'Done.'),
        headers: {
          'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
          ...limited,
          ...read,
          ...(access === 'plan' || access === 'catalogue:read'
            ? { 'Catalogue-Age': { $ref: '#/components/headers/Catalogue-Age' } }
            : {}),
        },
        ...(shape.type === 'null'
          ? {}
          : {
              content: Object.fromEntries(
                (schema.produces ?? ['application/json']).map((type) => [
                  type,
                  {
                    schema: type.startsWith('text/')
                      ? { type: 'string', maxLength: 100_000_000 }
                      : hoist(shape, components),
                  },
                ]),
              ),
            }),
      },
    ]),
  );
  return {
    ...own,
    ...(method === 'GET' ? { 304: { description: 'What you have is still current.', headers: limited } } : {}),
  };
}

/** Problems that a call may answer, by status: what follows from its kind, and what it names itself. */
function problemReplies({ method, access, schema, idempotency }: DescribedRoute): Json {
  const codes = new Set<ProblemCode>(['invalid-request', 'internal', 'overloaded']);
  if (access !== 'public')
    for (const code of ['unauthenticated', 'missing-scope', 'too-many-requests'] as const) codes.add(code);
  if (schema.body !== undefined || schema.bodyLine !== undefined) {
    for (const code of ['malformed-json', 'nesting-too-deep', 'body-too-large', 'unsupported-media-type'] as const)
      codes.add(code);
  }
  if (schema.params !== undefined)
    for (const code of ['not-found', 'address-too-long', 'malformed-request'] as const) codes.add(code);
  if (idempotency !== undefined)
    for (const code of ['idempotency-in-flight', 'idempotency-mismatch'] as const) codes.add(code);
  if (method !== 'GET' && access !== 'plan') codes.add('database-unavailable');
  for (const code of schema.problems ?? []) codes.add(code as ProblemCode);
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus.entries()]
      .sort(([a], [b]) => a - b)
      .map(([status]) => [status, { $ref: `#/components/responses/Problem${status}` }]),
  );
}

/** Problems by status, as far as a path names them. */
function responses(problem: unknown, paths: string): Json {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const [code, { status }] of Object.entries(PROBLEMS))
    byStatus.set(status, [...(byStatus.get(status) ?? []), code as ProblemCode]);
  return Object.fromEntries(
    [...byStatus.entries()]
      .sort(([a], [b]) => a - b)
      .filter(([status]) => paths.includes(`Problem${status}"`))
      .map(([status, codes]) => [
        `Problem${status}`,
        {
          description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title.en}.`).join(' '),
          headers: {
            'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
            ...(status === 429 || status === 503 || status === 409
              ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }
              : {}),
            ...(status < 500 ? LIMIT_HEADERS : {}),
          },
          content: { [PROBLEM_TYPE]: { schema: problem } },
        },
      ]),
  );
}

const LIMIT_HEADERS = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
};

const text = (description: string, maxLength = 200) => ({ description, schema: { type: 'string', maxLength } });
const count = (description: string) => ({
  description,
  schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 1_000_000_000 },
});
const HEADERS = {
  'Catalogue-Age': count('Seconds since the catalogue was last known to be current.'),
  ETag: text('Strong entity tag; send it back as `If-None-Match` or `If-Match`.'),
  RateLimit: text('`"bucket";r=calls left;t=seconds until the window ends`.'),
  'RateLimit-Policy': text('`"bucket";q=calls a window;w=seconds of the window`.'),
  'Retry-After': count('Seconds to wait before trying again.'),
  'X-Request-Id': text('Names this call in our log; yours is taken when you send one.'),
};

/** Schemas that stand in many others without an `$id` of their own, by their text. */
const SHARED: ReadonlyMap<string, string> = new Map(
  Object.entries({ Estimate, Evidence, Finding, Money, Provenance, SaleStatus, Transformer }).map(([name, schema]) => [
    JSON.stringify(schema),
    name,
  ]),
);

/** Replaces schemas that have a name by a reference to a component. */
function hoist(schema: unknown, components: Map<string, JsonSchema>, component: string | null = null): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, components, component));
  if (schema === null || typeof schema !== 'object') return schema;
  const { $id, ...rest } = schema as JsonSchema;
  const name = typeof $id === 'string' ? $id : SHARED.get(JSON.stringify(schema));
  const inner = () =>
    bounded(
      mapValues(withMapping(rest, components), (key, value) => {
        if (LITERAL.has(key)) return value;
        const hoisted = hoist(value, components, name ?? component);
        return key === 'properties' ? worded(hoisted as Json, name ?? component) : hoisted;
      }),
    );
  if (name === undefined) return inner();
  if (!components.has(name)) {
    components.set(name, {});
    components.set(name, inner());
  }
  return { $ref: `#/components/schemas/${name}` };
}

/** Says of each field what it means, where its schema does not. */
function worded(properties: Json, component: string | null): Json {
  return mapValues(properties, (field, schema) => {
    if (isExplained(schema)) return schema;
    const description = fieldWords(component, field);
    return description === undefined ? schema : { ...(schema as Json), description };
  });
}

/** An amount says nothing of what it is for. */
const MONEY = '#/components/schemas/Money';

/** A schema says what it means itself, by what it refers to, or by one of its options. */
export function isExplained(schema: unknown): boolean {
  if (schema === null || typeof schema !== 'object') return true;
  const { description, $ref, anyOf, oneOf, allOf } = schema as Readonly<Record<string, unknown>>;
  if (description !== undefined || 'const' in schema) return true;
  if ($ref !== undefined) return $ref !== MONEY;
  return [anyOf, oneOf, allOf]
    .flat()
    .some((option) => typeof option === 'object' && option !== null && !('const' in option) && isExplained(option));
}

/** The widest bounds of what a reply holds; requests state narrower ones of their own. */
const WIDEST = {
  maxLength: 1_000_000,
  patterned: 1000,
  maxItems: 1_000_000,
  integer: Number.MAX_SAFE_INTEGER,
} as const;
const INT32 = 2 ** 31 - 1;

/** States what readers of the document need for their types and buffers: sizes, and how wide integers are. */
function bounded(schema: Json): Json {
  const isFixed = 'const' in schema || 'enum' in schema;
  if (isFixed) return schema;
  switch (schema.type) {
    case 'string':
      return { maxLength: 'pattern' in schema ? WIDEST.patterned : WIDEST.maxLength, ...schema };
    case 'array':
      return { maxItems: WIDEST.maxItems, ...schema };
    case 'integer': {
      const range = { minimum: -WIDEST.integer, maximum: WIDEST.integer, ...schema };
      const isSmall = Number(range.minimum) >= -INT32 && Number(range.maximum) <= INT32;
      return { ...range, format: isSmall ? 'int32' : 'int64' };
    }
    default:
      return schema;
  }
}

/** Names the options of a discriminated union, and maps the values of its tag to them. */
function withMapping(schema: JsonSchema, components: Map<string, JsonSchema>): JsonSchema {
  const { discriminator, oneOf } = schema as {
    discriminator?: { propertyName: string };
    oneOf?: readonly JsonSchema[];
  };
  if (discriminator === undefined || oneOf === undefined) return schema;
  const options = oneOf.map((option) => {
    const properties = option.properties as Readonly<Record<string, JsonSchema>>;
    const tag = String(properties[discriminator.propertyName]?.const);
    const $id =
      option.$id ?? `${tag.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}Workload`;
    return { tag, ref: hoist({ ...option, $id }, components) as { $ref: string } };
  });
  const mapping = Object.fromEntries(options.map(({ tag, ref }) => [tag, ref.$ref]));
  return { ...schema, oneOf: options.map(({ ref }) => ref), discriminator: { ...discriminator, mapping } };
}

/** Keywords whose value is data and no schema. */
const LITERAL = new Set(['default', 'const', 'enum', 'examples', 'example', 'x-labels', 'discriminator']);

function mapValues(object: JsonSchema, map: (key: string, value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(key, value)]));
}
