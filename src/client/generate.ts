/**
 * Writes the client's types and its table of operations from openapi/openapi.json; with `--check` it only says whether they
 * are current.
 *
 * Decision: a generator of our own, a page of it. Why: the usual one needs another TypeScript beside ours and crashes on it.
 * Given up: JSON Schema that our document does not use.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly description?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}

export interface OpenapiDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
const NDJSON = 'application/x-ndjson';

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1).replaceAll(/[^A-Za-z0-9_$]/g, '_');
}

/** A type expression; `indent` is that of the line on which it starts. */
export function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.properties === undefined) {
    const options = schema.anyOf ?? schema.oneOf;
    if (options !== undefined) return union(options.map((option) => typeOf(option, indent)));
    if (schema.allOf !== undefined && schema.type === undefined)
      return schema.allOf.map((part) => `(${typeOf(part, indent)})`).join(' & ') || 'unknown';
  }
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length === 0) return schema.properties === undefined ? 'unknown' : objectType(schema, indent);
  return union(types.map((type) => plainType(type, schema, indent)));
}

function plainType(type: string, schema: Schema, indent: string): string {
  switch (type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `readonly (${schema.items === undefined ? 'unknown' : typeOf(schema.items, indent)})[]`;
    case 'object':
      return objectType(schema, indent);
    default:
      throw new Error(`type ${type} is not known to the generator`);
  }
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  if (distinct.includes('unknown')) return 'unknown';
  return (
    distinct.map((type) => (distinct.length > 1 && type.startsWith('readonly ') ? `(${type})` : type)).join(' | ') ||
    'never'
  );
}

function objectType(schema: Schema, indent: string): string {
  const properties = Object.entries(schema.properties ?? {});
  const inner = `${indent}  `;
  const pattern = Object.values(schema.patternProperties ?? {})[0];
  const rest = pattern ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
  if (properties.length === 0) {
    if (rest !== undefined) return `{ readonly [key: string]: ${typeOf(rest, indent)} }`;
    return schema.additionalProperties === false
      ? 'Readonly<Record<string, never>>'
      : '{ readonly [key: string]: unknown }';
  }
  const required = new Set(schema.required ?? []);
  const lines = properties.map(
    ([name, property]) =>
      `${comment(property.description, inner)}${inner}readonly ${IDENTIFIER.test(name) ? name : JSON.stringify(name)}${required.has(name) ? '' : '?'}: ${typeOf(property, inner)};\n`,
  );
  return `{\n${lines.join('')}${indent}}`;
}

function comment(text: string | undefined, indent: string): string {
  if (text === undefined || text === '') return '';
  return `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s*\n+\s*/g, ' ')} */\n`;
}

function parametersType(parameters: readonly Parameter[], place: Parameter['in']): Schema | undefined {
  const here = parameters.filter((p) => p.in === place && p.name.toLowerCase() !== 'idempotency-key');
  if (here.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(
      here.map(({ name, schema, description }) => [
        name,
        description === undefined ? schema : { ...schema, description },
      ]),
    ),
    required: here.filter(({ required }) => required).map(({ name }) => name),
  };
}

interface Described {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function operationsOf({ paths }: OpenapiDocument): readonly Described[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        operation,
      })),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function idempotencyOf({ parameters = [] }: Operation): 'required' | 'optional' | 'none' {
  const key = parameters.find(({ name }) => name.toLowerCase() === 'idempotency-key');
  return key === undefined ? 'none' : key.required ? 'required' : 'optional';
}

/** What an operation takes and gives, as a type. */
function operationType({ operation }: Described): string {
  const { parameters = [], requestBody, responses } = operation;
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    schema === undefined ? [] : [schema],
  );
  // The client asks for JSON where there is a choice.
  const contents = Object.entries(responses)
    .filter(([status]) => /^2/.test(status))
    .flatMap(([, { content }]) => Object.entries(content ?? {}));
  const json = contents.flatMap(([type, { schema }]) =>
    type.includes('json') && schema !== undefined ? [typeOf(schema, '    ')] : [],
  );
  const replies = json.length > 0 ? json : contents.map(() => 'string');
  const fields: [string, string | undefined][] = [
    ['path', asType(parametersType(parameters, 'path'))],
    ['query', asType(parametersType(parameters, 'query'))],
    ['headers', asType(parametersType(parameters, 'header'))],
    ['body', bodies.length === 0 ? undefined : union(bodies.map((schema) => typeOf(schema, '    ')))],
    ['reply', replies.length === 0 ? 'undefined' : union(replies)],
  ];
  return `{\n${fields
    .filter(([, type]) => type !== undefined)
    .map(([name, type]) => `    readonly ${name}: ${type};\n`)
    .join('')}  }`;
}

function asType(schema: Schema | undefined): string | undefined {
  return schema === undefined ? undefined : typeOf(schema, '    ');
}

export function generate(document: OpenapiDocument): string {
  const schemas = Object.entries(document.components.schemas)
    .map(([name, schema]) => `${comment(schema.description, '')}export type ${nameOf(name)} = ${typeOf(schema)};\n`)
    .join('\n');
  const operations = operationsOf(document);
  const types = operations
    .map(
      (described) =>
        `${comment(described.operation.summary, '  ')}  readonly ${described.id}: ${operationType(described)};\n`,
    )
    .join('');
  const table = operations
    .map(({ id, method, path, operation }) => {
      const contentType = Object.keys(operation.requestBody?.content ?? {})[0];
      const facts = {
        method,
        path,
        idempotency: idempotencyOf(operation),
        ...(contentType === undefined ? {} : { contentType }),
      };
      return `  ${id}: ${JSON.stringify(facts)},\n`;
    })
    .join('');
  return `// Generated from openapi/openapi.json by \`npm run client:generate\`. Do not edit.

/** Release of the service that this was made from. */
export const SERVICE_VERSION = ${JSON.stringify(document.info.version)};

${schemas}
/** What each operation takes and gives. */
export interface Operations {
${types}}

export type OperationId = keyof Operations;

export interface OperationFacts {
  readonly method: string;
  readonly path: string;
  readonly idempotency: 'required' | 'optional' | 'none';
  readonly contentType?: string;
}

export const OPERATIONS: Readonly<Record<OperationId, OperationFacts>> = {
${table}};

/** Media type of streamed lines. */
export const NDJSON = ${JSON.stringify(NDJSON)};
`;
}

const root = new URL('../../', import.meta.url);
const target = fileURLToPath(new URL('./src/client/generated/service.ts', root));

function main(isCheck: boolean): void {
  const document = JSON.parse(readFileSync(new URL('./openapi/openapi.json', root), 'utf8')) as OpenapiDocument;
  const text = generate(document);
  let present = '';
  try {
    present = readFileSync(target, 'utf8');
  } catch {
    // There is none yet.
  }
  if (present === text) console.log('The client is current.');
  else if (isCheck) {
    console.error('The client is not current (`npm run client:generate` writes it).');
    process.exitCode = 1;
  } else {
    mkdirSync(new URL('./src/client/generated/', root), { recursive: true });
    writeFileSync(target, text);
    console.log('Wrote src/client/generated/service.ts');
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  main(process.argv.includes('--check'));
