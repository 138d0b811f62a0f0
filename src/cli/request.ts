/** The body of a call: from a file or standard input (JSON or YAML), changed by flags. */
import { parse } from 'yaml';

/** A mistake of the person at the terminal: told without a stack, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Json = { [key: string]: unknown };

/** Flags that set one field of a planning request. */
const FIELDS: Readonly<Record<string, string>> = {
  scenario: 'workload.scenario',
  model: 'workload.model',
  concurrency: 'workload.concurrency',
  'requests-per-second': 'workload.requestsPerSecond',
  'input-tokens': 'workload.inputTokens',
  'output-tokens': 'workload.outputTokens',
  'max-context-tokens': 'workload.maxContextTokens',
  method: 'workload.method',
  samples: 'workload.samples',
  epochs: 'workload.epochs',
  'sequence-tokens': 'workload.sequenceTokens',
  'deadline-hours': 'workload.deadlineHours',
  accelerators: 'configuration.acceleratorCount',
  card: 'configuration.accelerator',
  'term-months': 'usage.termMonths',
  'hours-per-month': 'usage.hoursPerMonth',
  currency: 'currency',
  'priced-on': 'pricedOn',
  limit: 'limit',
  explain: 'explain',
};

/** Flags that add to a list. */
const LISTS: Readonly<Record<string, string>> = {
  provider: 'constraints.providers',
  region: 'constraints.regions',
  geography: 'constraints.geographies',
  accelerator: 'constraints.accelerators',
  'instance-type': 'constraints.instanceTypes',
  'why-not': 'whyNot',
};

export const REQUEST_FLAGS = [...Object.keys(FIELDS), 'budget', 'service-json'];
export const REQUEST_LISTS = [...Object.keys(LISTS), 'set'];

export type Flags = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

/** JSON is YAML, so one parser reads both. */
export function parseBody(text: string, from: string): Json {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 100 });
  } catch (error) {
    throw new UsageError(`${from} is neither JSON nor YAML: ${(error as Error).message.split('\n')[0]}`);
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new UsageError(`${from} does not hold an object.`);
  return value as Json;
}

/** Applies flags to a body; what a flag says counts before what the file says. */
export function withFlags(body: Json, flags: Flags): Json {
  const changed = structuredClone(body);
  for (const [flag, path] of Object.entries(FIELDS)) {
    const value = flags[flag];
    if (typeof value === 'string') setAt(changed, path, scalar(value));
  }
  for (const [flag, path] of Object.entries(LISTS)) {
    const values = flags[flag];
    if (Array.isArray(values)) setAt(changed, path, values);
  }
  if (typeof flags.budget === 'string') setAt(changed, 'constraints.maxMonthlyCost', budget(flags.budget));
  for (const assignment of Array.isArray(flags.set) ? flags.set : []) {
    const at = assignment.indexOf('=');
    if (at <= 0) throw new UsageError(`--set ${assignment}: expected path=value, e.g. --set workload.model=Qwen3-8B`);
    setAt(changed, assignment.slice(0, at), parse(assignment.slice(at + 1)) as unknown);
  }
  return changed;
}

function scalar(text: string): unknown {
  return /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(text) ? Number(text) : text;
}

/** `20000CNY` or `20000 CNY`. */
function budget(text: string): unknown {
  const found = /^([0-9]+(?:\.[0-9]+)?) ?([A-Za-z]{3})$/.exec(text);
  if (found === null) throw new UsageError(`--budget ${text}: expected an amount with its currency, e.g. 20000CNY`);
  return { amount: found[1], currency: found[2]?.toUpperCase() };
}

function setAt(body: Json, path: string, value: unknown): void {
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  if (['__proto__', 'constructor', 'prototype'].some((name) => path.split('.').includes(name)))
    throw new UsageError(`${path} is no field.`);
  let at: Json = body;
  for (const part of parts) {
    const next = at[part];
    if (next === null || typeof next !== 'object') at[part] = {};
    at = at[part] as Json;
  }
  at[last] = value;
}
