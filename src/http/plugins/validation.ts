/**
 * Validation by Ajv, twice: bodies are taken as they are (nothing coerced, defaulted or dropped; a misspelt field is an
 * error), parameters come as text and are coerced. All faults of a part are found, told in our words, and thrown as one
 * problem; nothing of Ajv's text leaves the process.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Problem, type ProblemError, type Sentence } from '../../application/problems.js';
import { PATTERN_WORDS, SHAPE_FAULTS, type ShapeFaultCode, TYPE_WORDS } from '../../application/shape-faults.js';
import { similarity, squeeze } from '../../engine/catalogue/names.js';
import { type Language, renderTemplate } from '../../engine/finding.js';
import { formats } from './formats.js';

/** More than that many faults help nobody, and an answer must not be larger than its question. */
const MAX_ERRORS = 100;
/** Most fields of an object that an error writes out, and most places that it names for a field. */
const MAX_FIELDS = 6;
const MAX_PLACES = 3;
/** Most names that an error offers. */
const MAX_ALLOWED = 50;

type Part = 'body' | 'parameter';
type JsonSchema = Readonly<Record<string, unknown>>;

const SHARED: Options = {
  allErrors: true,
  discriminator: true,
  removeAdditional: false,
  verbose: true,
  addUsedSchema: false,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  strictTuples: false,
  allowUnionTypes: true,
  formats,
  keywords: ['x-labels', 'x-unit', 'example'],
  // Made twice as fast; the code that comes out is as fast as anyone can notice.
  code: { optimize: false },
};

const bodies = new Ajv2020({ ...SHARED, coerceTypes: false, useDefaults: false });
const parameters = new Ajv2020({ ...SHARED, coerceTypes: 'array', useDefaults: true });
const compiled = new Map<Part, WeakMap<object, ValidateFunction>>([
  ['body', new WeakMap()],
  ['parameter', new WeakMap()],
]);

/**
 * Returns a function that yields all faults of a value, [] when it has the right shape. The validator is made when it is
 * first wanted: there are a hundred of them, and a start that made them all would take a second longer.
 */
export function faultFinder(schema: object, part: Part = 'body'): (value: unknown) => readonly ProblemError[] {
  return (value) => {
    const validate = validatorOf(schema, part);
    return validate(value) ? [] : describe(validate.errors ?? [], part, schema as JsonSchema);
  };
}

function validatorOf(schema: object, part: Part): ValidateFunction {
  const known = compiled.get(part);
  let validate = known?.get(schema);
  if (validate === undefined) {
    validate = (part === 'body' ? bodies : parameters).compile(withoutIds(schema) as object);
    known?.set(schema, validate);
  }
  return validate;
}

/** Schemas are inlined, so ids would only collide between routes. */
function withoutIds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutIds);
  if (schema === null || typeof schema !== 'object') return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === '$id' && typeof value === 'string'))
      .map(([key, value]) => [key, withoutIds(value)]),
  );
}

/** Turns Ajv's errors into ours: alternatives are condensed to the one that was meant, each place is named once. */
function describe(errors: readonly ErrorObject[], part: Part, root: JsonSchema): readonly ProblemError[] {
  const told = condense(errors)
    .map((error) => tell(error, part, root))
    .filter((error) => error !== undefined);
  const seen = new Set<string>();
  return told
    .filter((error) => {
      const key = `${error.pointer ?? error.parameter}|${error.code}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, MAX_ERRORS);
}

/**
 * `anyOf` and `oneOf` report every branch. The branch that was meant is the one whose type (and fixed values) fit; only
 * its errors are kept. Where no branch fits, one error says what would. Inner ones first: an inner one that fits nowhere
 * is a mismatch for the outer one.
 */
function condense(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  let rest = [...errors];
  const unions = rest
    .filter((error) => (error.keyword === 'anyOf' || error.keyword === 'oneOf') && Array.isArray(error.schema))
    .sort((a, b) => b.schemaPath.length - a.schemaPath.length);
  for (const union of unions) {
    if (!rest.includes(union)) continue;
    const inside = rest.filter(
      (error) => error !== union && error.schemaPath.startsWith(`${union.schemaPath}/`) && isAtOrBelow(error, union),
    );
    if (inside.length === 0) continue;
    const branches = new Map<string, ErrorObject[]>();
    for (const error of inside) {
      const index = error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0] ?? '';
      branches.set(index, [...(branches.get(index) ?? []), error]);
    }
    const meant = [...branches.values()]
      .filter((branch) => !branch.some((error) => isMismatchAt(error, union.instancePath)))
      .sort((a, b) => a.length - b.length)[0];
    rest = rest.filter((error) =>
      error === union ? meant === undefined : !inside.includes(error) || meant?.includes(error),
    );
  }
  return rest.filter((error) => error.keyword !== 'if');
}

function isAtOrBelow(error: ErrorObject, union: ErrorObject): boolean {
  return error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`);
}

function isMismatchAt(error: ErrorObject, path: string): boolean {
  return error.instancePath === path && ['type', 'const', 'enum', 'anyOf', 'oneOf'].includes(error.keyword);
}

function tell(error: ErrorObject, part: Part, root: JsonSchema): ProblemError | undefined {
  const at = error.instancePath;
  const params = error.params as Record<string, unknown>;
  const given = show(error.data);
  switch (error.keyword) {
    case 'required': {
      const field = String(params.missingProperty);
      return fault('required', child(at, field), { field });
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const field = String(params.additionalProperty ?? params.unevaluatedProperty);
      const known = Object.keys((error.parentSchema as JsonSchema | undefined)?.properties ?? {});
      const places = part === 'body' ? placesOf(field, root).filter((place) => place !== child(at, field)) : [];
      if (places.length > 0 && places.length <= MAX_PLACES)
        return fault('misplaced-field', child(at, field), { field, places: places.join(', ') }, places);
      return fault(
        part === 'body' ? 'unknown-field' : 'unknown-parameter',
        child(at, field),
        { field },
        nearest(field, known),
      );
    }
    case 'type':
      return fault('wrong-type', at, {
        expected: either([params.type].flat().map((type) => typeWords(String(type), error.parentSchema as JsonSchema))),
        given,
      });
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return fault('out-of-range', at, { expected: rangeOf(error.parentSchema as JsonSchema), given });
    case 'multipleOf':
      return fault('out-of-range', at, {
        expected: { en: `a multiple of ${params.multipleOf}`, zh: `${params.multipleOf} 的倍数` },
        given,
      });
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
      return fault('wrong-length', at, { expected: lengthOf(error.keyword, Number(params.limit)) });
    case 'pattern':
      return fault('wrong-pattern', at, {
        expected: PATTERN_WORDS.get(String(params.pattern)) ?? {
          en: `a text that matches ${params.pattern}`,
          zh: `符合 ${params.pattern} 的文本`,
        },
      });
    case 'format':
      return fault('wrong-format', at, { expected: String(params.format) });
    case 'uniqueItems':
      return fault('repeated-item', at, { first: Number(params.j), second: Number(params.i) });
    case 'const':
      return fault('not-allowed', at, { given }, [String(params.allowedValue)]);
    case 'enum':
      return fault(
        'not-allowed',
        at,
        { given },
        nearest(String(error.data), (params.allowedValues as unknown[]).map(String)),
      );
    case 'discriminator': {
      const tag = String(params.tag);
      const options = ((error.parentSchema as JsonSchema).oneOf as JsonSchema[]) ?? [];
      const values = options.map((option) => String(((option.properties as JsonSchema)?.[tag] as JsonSchema)?.const));
      return typeof params.tagValue === 'string'
        ? fault('not-allowed', child(at, tag), { given: show(params.tagValue) }, nearest(params.tagValue, values))
        : fault('required', child(at, tag), { field: tag }, values);
    }
    case 'anyOf':
    case 'oneOf': {
      const options = (error.schema as JsonSchema[]).flatMap(flatten);
      const constants = options.filter((option) => 'const' in option).map((option) => String(option.const));
      if (constants.length > 0 && typeof error.data === 'string')
        return fault('not-allowed', at, { given }, nearest(error.data, constants));
      const expected = options.map((option) =>
        constants.length > 0 && 'const' in option
          ? show(option.const)
          : typeWords(String(option.type ?? 'value'), option),
      );
      return fault('wrong-type', at, { expected: either(expected), given });
    }
    case 'if':
      return undefined;
    default:
      return fault('invalid-shape', at, {});
  }

  function fault(code: ShapeFaultCode, pointer: string, facts: Words, allowed: readonly string[] = []): ProblemError {
    const place = part === 'body' ? { pointer } : { parameter: decodePointer(pointer) };
    return {
      ...place,
      code,
      detail: {
        en: renderTemplate(SHAPE_FAULTS[code].en, inLanguage(facts, 'en')),
        zh: renderTemplate(SHAPE_FAULTS[code].zh, inLanguage(facts, 'zh'), 'zh'),
      },
      ...(allowed.length > 0 ? { allowed: allowed.slice(0, MAX_ALLOWED) } : {}),
    };
  }
}

function flatten(schema: JsonSchema): JsonSchema[] {
  const inner = schema.anyOf ?? schema.oneOf;
  return Array.isArray(inner) ? (inner as JsonSchema[]).flatMap(flatten) : [schema];
}

function child(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function decodePointer(pointer: string): string {
  return pointer.slice(1).split('/')[0]?.replaceAll('~1', '/').replaceAll('~0', '~') ?? '';
}

function nearest(name: string, known: readonly string[]): readonly string[] {
  const key = squeeze(name);
  return known
    .map((value, index) => ({ value, index, likeness: similarity(key, squeeze(value)) }))
    .sort((a, b) => b.likeness - a.likeness || a.index - b.index)
    .map(({ value }) => value);
}

/** Facts of a fault of shape: names and figures, and words that differ by language. */
type Words = Readonly<Record<string, string | number | Sentence>>;

function inLanguage(words: Words, language: Language): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(words).map(([name, word]) => [name, typeof word === 'object' ? word[language] : word]),
  );
}

const both = (text: string): Sentence => ({ en: text, zh: text });

/** "integer or object {low, expected, high}"; each once, at most twelve. */
function either(words: readonly Sentence[]): Sentence {
  const join = (language: Language, or: string) =>
    [...new Set(words.map((word) => word[language]))].slice(0, 12).join(or);
  return { en: join('en', ' or '), zh: join('zh', '或') };
}

/** A type in words; of an object with few fields, which ones. */
function typeWords(type: string, schema: JsonSchema): Sentence {
  const words = TYPE_WORDS[type] ?? both(type);
  const fields = type === 'object' ? Object.keys(schema.properties ?? {}) : [];
  if (fields.length === 0 || fields.length > MAX_FIELDS) return words;
  const shape = ` {${fields.join(', ')}}`;
  return { en: words.en + shape, zh: words.zh + shape };
}

const placesByRoot = new WeakMap<object, Map<string, readonly string[]>>();

/** Where else in a body a field of this name belongs; items of lists and free-form objects are no place. */
function placesOf(field: string, root: JsonSchema): readonly string[] {
  let places = placesByRoot.get(root);
  if (places === undefined) {
    const found = new Map<string, Set<string>>();
    collect(root, '', found);
    places = new Map([...found].map(([name, pointers]) => [name, [...pointers]]));
    placesByRoot.set(root, places);
  }
  return places.get(field) ?? [];
}

function collect(schema: JsonSchema, at: string, found: Map<string, Set<string>>): void {
  for (const branch of [schema.anyOf, schema.oneOf, schema.allOf])
    if (Array.isArray(branch)) for (const inner of branch as JsonSchema[]) collect(inner, at, found);
  for (const [name, inner] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    const place = child(at, name);
    const places = found.get(name) ?? new Set<string>();
    found.set(name, places.add(place));
    collect(inner, place, found);
  }
}

function show(value: unknown): Sentence {
  if (typeof value === 'string') return both(JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value));
  if (Array.isArray(value)) return { en: 'a list', zh: '一个数组' };
  return value !== null && typeof value === 'object' ? { en: 'an object', zh: '一个对象' } : both(String(value));
}

function rangeOf({ exclusiveMinimum, minimum, exclusiveMaximum, maximum }: JsonSchema): Sentence {
  const bounds = [
    exclusiveMinimum !== undefined
      ? { en: `above ${exclusiveMinimum}`, zh: `大于 ${exclusiveMinimum}` }
      : minimum !== undefined
        ? { en: `at least ${minimum}`, zh: `不小于 ${minimum}` }
        : null,
    exclusiveMaximum !== undefined
      ? { en: `below ${exclusiveMaximum}`, zh: `小于 ${exclusiveMaximum}` }
      : maximum !== undefined
        ? { en: `at most ${maximum}`, zh: `不大于 ${maximum}` }
        : null,
  ].filter((bound) => bound !== null);
  return { en: bounds.map(({ en }) => en).join(' and '), zh: bounds.map(({ zh }) => zh).join(' 且 ') };
}

function lengthOf(keyword: string, limit: number): Sentence {
  const [en, zh] = keyword.endsWith('Length')
    ? ['character(s)', '个字符']
    : keyword.endsWith('Items')
      ? ['item(s)', '项']
      : ['field(s)', '个字段'];
  return keyword.startsWith('min')
    ? { en: `at least ${limit} ${en}`, zh: `至少 ${limit} ${zh}` }
    : { en: `at most ${limit} ${en}`, zh: `至多 ${limit} ${zh}` };
}

async function makeAhead(wanted: readonly (readonly [object, Part])[]): Promise<void> {
  for (const [schema, part] of wanted) {
    validatorOf(schema, part);
    await nextTurn();
  }
}

/** An empty object: calls that declare no query parameters take none. */
const NO_PARAMETERS = { type: 'object', properties: {}, additionalProperties: false } as const;

export const validation = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRoute', (route) => {
      if (route.schema?.hide !== true) route.schema = { querystring: NO_PARAMETERS, ...route.schema };
    });
    const wanted: (readonly [object, Part])[] = [];
    // Once calls are taken the rest is made ahead of them, one at a time.
    app.addHook('onListen', async () => {
      void makeAhead(wanted);
    });
    app.setValidatorCompiler(({ schema, httpPart }) => {
      const part = httpPart === 'body' ? 'body' : 'parameter';
      wanted.push([schema as object, part]);
      const findFaults = faultFinder(schema as object, part);
      return (value: unknown) => {
        const errors = findFaults(value);
        return errors.length === 0 ? { value } : { error: new Problem('invalid-request', { errors }) };
      };
    });
    // Replies are plain values of the engine: one native pass writes them. That they have the declared shape, with no
    // field too many, is checked on every reply of the tests; a serialiser made from the schema would only hide it.
    app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  },
  { name: 'validation' },
);
