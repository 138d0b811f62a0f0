/** Every field of the document is explained, by its schema or by the words that hold wherever it stands. */
import { describe, expect, it } from 'vitest';
import { fieldWords, WORDED_FIELDS } from '../../src/http/wire/field-words.js';
import { isExplained } from '../../src/http/wire/openapi-document.js';
import { testApp } from '../support/app.js';
import { seedPorts } from '../support/seed.js';

const { app } = await testApp(seedPorts());
const document = app.openapi() as { components: { schemas: Record<string, unknown> }; paths: unknown };
const DATA = new Set(['default', 'const', 'enum', 'examples', 'example', 'x-labels']);

interface Field {
  readonly component: string | null;
  readonly name: string;
  readonly schema: unknown;
}

function fieldsIn(value: unknown, component: string | null): readonly Field[] {
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.flatMap((item) => fieldsIn(item, component));
  const entries = Object.entries(value).filter(([key]) => !DATA.has(key));
  const { properties } = value as { properties?: Record<string, unknown> };
  const own = Object.entries(properties ?? {}).map(([name, schema]) => ({ component, name, schema }));
  return [...own, ...entries.flatMap(([, inner]) => fieldsIn(inner, component))];
}

const fields = [
  ...Object.entries(document.components.schemas).flatMap(([name, schema]) => fieldsIn(schema, name)),
  ...fieldsIn(document.paths, null),
];

describe('a field of the document', () => {
  it('is explained, wherever it stands', () => {
    expect(fields.length).toBeGreaterThan(2000);
    const silent = fields.filter(({ schema }) => !isExplained(schema));
    expect(silent.map(({ component, name }) => `${component}.${name}`)).toEqual([]);
  });

  it('is explained by words that some field has', () => {
    const used = new Set(
      fields.flatMap(({ component, name, schema }) => {
        const { description } = (schema ?? {}) as { description?: string };
        if (description === undefined || description !== fieldWords(component, name)) return [];
        return [`${component}.${name}`, name];
      }),
    );
    expect(WORDED_FIELDS.filter((key) => !used.has(key))).toEqual([]);
  });
});
