/** The committed document under the OpenAPI and OWASP rules of Spectral; what is let through has its reason here. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import spectral, { type ISpectralDiagnostic, type RulesetDefinition } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import rulesets from '@stoplight/spectral-rulesets';
import { beforeAll, describe, expect, it } from 'vitest';

interface Exception {
  readonly rule: string;
  /** Where it holds; absent = in the whole document. */
  readonly at?: RegExp;
  readonly why: string;
}

/** Addresses that look at no key: health, the document, problem pages, public keys of quotes. */
const PUBLIC = /^paths\.\/(livez|readyz|openapi\.json|problems\/\{code\}|quote-keys)\./;

const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'owasp:api4:2023-string-restricted',
    why: 'Names, sentences and texts of sources have a greatest length; a pattern would refuse what people write.',
  },
  {
    rule: 'owasp:api8:2023-define-cors-origin',
    why: 'The header is sent to origins of an allow-list only, which is empty unless somebody fills it.',
  },
  { rule: 'owasp:api2:2023-read-restricted', at: PUBLIC, why: 'A health check with a stale key is a health check.' },
  { rule: 'owasp:api4:2023-rate-limit', at: PUBLIC, why: 'They answer from memory and count against no key.' },
  {
    rule: 'owasp:api4:2023-rate-limit-responses-429',
    at: PUBLIC,
    why: 'They answer from memory and count against no key.',
  },
  { rule: 'owasp:api8:2023-define-error-responses-401', at: PUBLIC, why: 'They look at no key.' },
];

const isExcused = ({ code, path }: ISpectralDiagnostic) =>
  EXCEPTIONS.find(({ rule, at }) => rule === code && (at === undefined || at.test(path.join('.'))));

describe('the committed document', () => {
  let found: readonly ISpectralDiagnostic[] = [];
  beforeAll(async () => {
    const linter = new spectral.Spectral();
    // The rule sets are made for other releases of the types than the linter's own.
    linter.setRuleset({ extends: [rulesets.oas, owasp] } as unknown as RulesetDefinition);
    const file = fileURLToPath(new URL('../../openapi/openapi.json', import.meta.url));
    found = await linter.run(readFileSync(file, 'utf8'));
  }, 300_000);

  it('keeps every rule that is not excused', () => {
    const broken = found.filter((one) => isExcused(one) === undefined);
    expect(broken.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)).toEqual([]);
  });

  it('needs each excuse', () => {
    const used = new Set(found.map(isExcused));
    expect(EXCEPTIONS.filter((exception) => !used.has(exception))).toEqual([]);
  });
});
