/**
 * Findings: stated facts with a stable code. The sentence comes from the FINDINGS table and is the only prose of an
 * answer; `message` is English until `localise` renders the other language from the same code and facts.
 */
import { type Static, Type } from 'typebox';
import { FINDINGS } from './findings/index.js';
import { PHRASES, WORDS } from './findings/words.js';
import { measureInChinese } from './measures.js';

export type Language = 'en' | 'zh';
export type FactValue = string | number | boolean | null | readonly string[] | readonly number[];
export type Facts = Readonly<Record<string, FactValue>>;
export type FindingCode = keyof typeof FINDINGS;

export const Finding = Type.Object(
  {
    code: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', description: 'Stable kebab-case code.' }),
    message: Type.String({ description: 'One sentence, English or Chinese by Accept-Language.' }),
    facts: Type.Record(
      Type.String(),
      Type.Union([
        Type.String(),
        Type.Number(),
        Type.Boolean(),
        Type.Null(),
        Type.Array(Type.String()),
        Type.Array(Type.Number()),
      ]),
      { description: 'The figures and names of the sentence; units are in the names.' },
    ),
  },
  { additionalProperties: false, description: 'A stated fact: reason, assumption or warning.' },
);
export type Finding = Static<typeof Finding>;

/** Builds a finding from its code and facts; the message is English. */
export function finding(code: FindingCode, facts: Facts = {}): Finding {
  return { code, message: renderTemplate(FINDINGS[code].en, facts), facts: facts as Finding['facts'] };
}

const UNKNOWN = { en: 'unknown', zh: '未知' } as const;
const YES_NO = { en: ['no', 'yes'], zh: ['否', '是'] } as const;
const NONE = { en: 'none', zh: '无' } as const;

/** The id of a reference that the caller stated, in facts; sentences say it in words. */
export const OWN_REFERENCE = 'caller';
const OWN_WORDS = { en: 'your own measurement', zh: '您自己的实测' } as const;

/**
 * Fills `{name}` placeholders; numbers are shown with at most four significant digits below 1000, whole above; null is
 * unknown, an empty list is none, true is yes, a reference of the caller's own is called that. `{servers|server is|servers are}` gives the words for one, or for another number.
 */
export function renderTemplate(template: string, facts: Facts, language: Language = 'en'): string {
  let text = '';
  for (const part of partsOf(template)) text += typeof part === 'string' ? part : shownFact(part, facts, language);
  return text;
}

interface Placeholder {
  readonly whole: string;
  readonly name: string;
  readonly one: string | undefined;
  readonly many: string | undefined;
}

const PLACEHOLDER = /\{([A-Za-z0-9]+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;
/** Templates stand in tables, so each is taken apart once. */
const knownParts = new Map<string, readonly (string | Placeholder)[]>();

function partsOf(template: string): readonly (string | Placeholder)[] {
  const known = knownParts.get(template);
  if (known !== undefined) return known;
  const parts: (string | Placeholder)[] = [];
  let end = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    const [whole, name = '', one, many] = match;
    parts.push(template.slice(end, match.index), { whole, name, one, many });
    end = match.index + whole.length;
  }
  parts.push(template.slice(end));
  knownParts.set(template, parts);
  return parts;
}

function shownFact({ whole, name, one, many }: Placeholder, facts: Facts, language: Language): string {
  const value = facts[name];
  if (value === undefined) return whole;
  if (one !== undefined) return value === 1 ? one : (many ?? '');
  if (value === null) return UNKNOWN[language];
  if (value === OWN_REFERENCE) return OWN_WORDS[language];
  if (Array.isArray(value) && value.length === 0) return NONE[language];
  if (typeof value === 'boolean') return YES_NO[language][value ? 1 : 0];
  if (typeof value === 'number') return showNumber(value);
  const said = (word: string) => (language === 'zh' ? (WORDS[name]?.[word] ?? PHRASES[word] ?? word) : word);
  if (Array.isArray(value))
    return value.map((v) => (typeof v === 'number' ? showNumber(v) : said(v))).join(language === 'zh' ? '、' : ', ');
  return typeof value === 'string' ? said(value) : String(value);
}

function showNumber(value: number): string {
  if (!Number.isFinite(value) || Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(4)));
}

/** Returns the same JSON with every finding's message rendered in `language`; codes and facts are untouched. */
export function localise<T>(reply: T, language: Language): T {
  if (language === 'en') return reply;
  return walk(reply) as T;

  function measuresOf(value: unknown): unknown {
    return Array.isArray(value)
      ? value.map((text) => (typeof text === 'string' ? measureInChinese(text) : text))
      : value;
  }

  function walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== 'object') return value;
    const entries = value as Record<string, unknown>;
    const code = entries.code;
    if (typeof code === 'string' && typeof entries.message === 'string' && Object.hasOwn(FINDINGS, code)) {
      return {
        ...entries,
        message: renderTemplate(FINDINGS[code as FindingCode][language], entries.facts as Facts, language),
      };
    }
    return Object.fromEntries(
      Object.entries(entries).map(([key, inner]) => [key, key === 'measure' ? measuresOf(inner) : walk(inner)]),
    );
  }
}
