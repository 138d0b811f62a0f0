/** Geographies as parameters of lists: what no region lies in is a slip, and an empty list would hide it. */
import type { Catalogue } from '../engine/catalogue/catalogue.js';
import { fault, QuestionError } from '../engine/question-error.js';
import { knownGeographies } from '../engine/resolve-question.js';
import { questionProblem } from './question-problem.js';

/** The geographies in lower case; throws a problem that names the unknown ones. */
export function geographiesOf(catalogue: Catalogue, names: readonly string[]): ReadonlySet<string> {
  const known = knownGeographies(catalogue);
  const wanted = names.map((name) => name.toLowerCase());
  const faults = wanted
    .filter((name) => !known.has(name))
    .map((value) => fault('unknown-geography', 'geography', { value }, [...known].sort()));
  if (faults.length > 0) throw questionProblem(new QuestionError(faults), 'parameter');
  return new Set(wanted);
}
