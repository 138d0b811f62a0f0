/** Stated fields of a configuration that change nothing there: found by leaving them out and by changing them, then told. */
import { type Finding, finding } from '../finding.js';
import { QuestionError } from '../question-error.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * Findings for the fields whose absence and whose change both leave the answer as it is. A field whose
 * change cannot be meant matters. Work: at most two evaluations a stated field.
 */
export function idleFields(configuration: Json, evaluate: (configuration: Json) => unknown): readonly Finding[] {
  const text = JSON.stringify(evaluate(configuration));
  return fieldsOf(configuration).flatMap((path) => {
    const isSame = (to: unknown) => {
      try {
        return JSON.stringify(evaluate(withField(configuration, path, to))) === text;
      } catch (error) {
        if (error instanceof QuestionError) return false;
        throw error;
      }
    };
    const value = path.reduce<unknown>((json, key) => (json as Json)[key], configuration);
    const other = otherThan(value);
    const isIdle = isSame(undefined) && (other === undefined || isSame(other));
    return isIdle ? [finding('configuration-field-idle', { field: `configuration.${path.join('.')}` })] : [];
  });
}

/** Paths of the plain values, one level of objects deep. */
function fieldsOf(configuration: Json): readonly (readonly string[])[] {
  return Object.entries(configuration).flatMap(([name, value]) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[name]];
    return Object.keys(value).map((inner) => [name, inner]);
  });
}

function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value * 2;
  return typeof value === 'boolean' ? !value : undefined;
}

function withField(json: Json, [key, ...rest]: readonly string[], to: unknown): Json {
  if (key === undefined) return json;
  const inner = rest.length === 0 ? to : withField((json[key] ?? {}) as Json, rest, to);
  const changed = Object.entries({ ...json, [key]: inner }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(changed.filter(([, value]) => !isEmpty(value)));
}

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;
