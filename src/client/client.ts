/**
 * A client of the service: one method an operation, typed from its OpenAPI document. It needs nothing but `fetch`.
 *
 * What the service refuses is a value (`ok: false` with the problem), not an exception. What could be tried again is: when
 * it says `Retry-After` the client waits that long; a call that changes something carries an idempotency key, so trying
 * again never does it twice.
 */
import {
  type BatchLine,
  type BatchReplyLine,
  NDJSON,
  OPERATIONS,
  type OperationFacts,
  type OperationId,
  type Operations,
  type Problem,
} from './generated/service.js';
import { linesOf } from './lines.js';
import { waitBeforeRetry } from './retry.js';

export interface ClientOptions {
  /** Address of the service, e.g. `https://cardwise.example.com`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** Of texts in replies. */
  readonly language?: 'en' | 'zh';
  /** Tries after the first one. Default 3. */
  readonly maxRetries?: number;
  /** Longest wait that is borne; a longer `Retry-After` is handed back as the problem that it is. Default 60,000. */
  readonly maxWaitMs?: number;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
}

type Member<T, Name extends string> = Name extends keyof T ? { readonly [K in Name]: T[Name] } : unknown;

/** What an operation takes: path, query, headers and body, as far as it has them. */
export type Input<Id extends OperationId> = Member<Operations[Id], 'path'> &
  (Operations[Id] extends { readonly query: infer Q }
    ? Record<never, never> extends Q
      ? { readonly query?: Q }
      : { readonly query: Q }
    : unknown) &
  (Operations[Id] extends { readonly headers: infer H } ? { readonly headers?: H } : unknown) &
  Member<Operations[Id], 'body'>;

export type Reply<Id extends OperationId> = Operations[Id]['reply'];

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Default: a new one for each call that may carry one. */
  readonly idempotencyKey?: string;
  readonly language?: 'en' | 'zh';
}

export interface Answered<T> {
  readonly ok: true;
  readonly status: number;
  readonly value: T;
  readonly headers: Headers;
}

export interface Refused {
  readonly ok: false;
  readonly status: number;
  readonly problem: Problem;
  readonly headers: Headers;
}

export type Result<T> = Answered<T> | Refused;

type Method<Id extends OperationId> =
  Record<never, never> extends Input<Id>
    ? (input?: Input<Id>, options?: CallOptions) => Promise<Result<Reply<Id>>>
    : (input: Input<Id>, options?: CallOptions) => Promise<Result<Reply<Id>>>;

export type Client = { readonly [Id in Exclude<OperationId, 'recommendBatch'>]: Method<Id> } & {
  /** Streams lines out and answers in, in the order of the questions; holds no more of them than the service does. */
  readonly recommendBatch: (
    lines: Iterable<BatchLine> | AsyncIterable<BatchLine>,
    options?: CallOptions,
  ) => AsyncGenerator<BatchReplyLine, void, undefined>;
};

/** The service could not be reached, or what came is no answer of it. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** A problem as an exception, for callers who want one. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(`${problem.code}: ${problem.detail ?? problem.title}`);
    this.problem = problem;
  }
}

/** The value of an answer; throws `ProblemError` where it was refused. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new ProblemError(result.problem);
  return result.value;
}

interface AnyInput {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export function createClient(options: ClientOptions): Client {
  const methods = Object.entries(OPERATIONS)
    .filter(([id]) => id !== 'recommendBatch')
    .map(([id, facts]) => [
      id,
      (input: AnyInput = {}, call: CallOptions = {}) => callOnce(options, facts, input, call),
    ]);
  return {
    ...Object.fromEntries(methods),
    recommendBatch: (lines: Iterable<BatchLine> | AsyncIterable<BatchLine>, call: CallOptions = {}) =>
      batch(options, lines, call),
  } as Client;
}

async function callOnce(
  options: ClientOptions,
  facts: OperationFacts,
  input: AnyInput,
  call: CallOptions,
): Promise<Result<unknown>> {
  const { maxRetries = 3, maxWaitMs = 60_000 } = options;
  const key = facts.idempotency === 'none' ? undefined : (call.idempotencyKey ?? crypto.randomUUID());
  const isRepeatable = facts.method !== 'POST' || key !== undefined || facts.idempotency === 'none';
  const init: RequestInit = {
    method: facts.method,
    headers: headersFor(options, facts, input, call, key),
    ...(input.body === undefined ? {} : { body: isRaw(input.body) ? input.body : JSON.stringify(input.body) }),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  };
  const url = addressOf(options.baseUrl, facts.path, input);
  for (let attempt = 0; ; attempt++) {
    let response: Response;
    try {
      response = await (options.fetch ?? fetch)(url, init);
    } catch (error) {
      call.signal?.throwIfAborted();
      if (isRepeatable && attempt < maxRetries && (await waitBeforeRetry(attempt, null, maxWaitMs, call.signal)))
        continue;
      throw new Unreachable(`${facts.method} ${facts.path} did not reach ${options.baseUrl}`, { cause: error });
    }
    const result = await resultOf(response, facts);
    if (result.ok || !isWorthTrying(result) || !isRepeatable || attempt >= maxRetries) return result;
    if (!(await waitBeforeRetry(attempt, response.headers.get('retry-after'), maxWaitMs, call.signal))) return result;
  }
}

/** Sent as it is: text, or a file. */
function isRaw(body: unknown): body is string | Blob {
  return typeof body === 'string' || body instanceof Blob;
}

/** Full, busy or gone for the moment; the same call may be answered later. */
function isWorthTrying({ status, problem }: Refused): boolean {
  return (
    status === 429 || status === 503 || status === 502 || status === 504 || problem.code === 'idempotency-in-flight'
  );
}

async function resultOf(response: Response, { method, path }: OperationFacts): Promise<Result<unknown>> {
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  const text = await response.text();
  if (response.ok) {
    const value = text === '' ? undefined : type.startsWith('application/json') ? (JSON.parse(text) as unknown) : text;
    return { ok: true, status, value, headers };
  }
  if (!type.startsWith('application/problem+json')) {
    // A proxy between us speaks for itself.
    if (status === 502 || status === 503 || status === 504)
      return { ok: false, status, headers, problem: gatewayProblem(status, path) };
    throw new Unreachable(`${method} ${path} was answered ${status} by something that is not the service`);
  }
  return { ok: false, status, headers, problem: JSON.parse(text) as Problem };
}

function gatewayProblem(status: number, instance: string): Problem {
  return {
    type: '/problems/not-ready',
    title: 'The service is not ready',
    status,
    instance,
    code: 'not-ready',
    requestId: '',
  };
}

function headersFor(
  { apiKey, language }: ClientOptions,
  { contentType }: OperationFacts,
  { headers = {}, body }: AnyInput,
  call: CallOptions,
  key: string | undefined,
): Record<string, string> {
  const said = call.language ?? language;
  return {
    accept: 'application/json, */*;q=0.8',
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(said === undefined ? {} : { 'accept-language': said }),
    ...(body === undefined ? {} : { 'content-type': isRaw(body) ? (contentType ?? 'text/plain') : 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
}

function addressOf(baseUrl: string, template: string, { path = {}, query = {} }: AnyInput): string {
  const filled = template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(path[name] ?? '')));
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) parameters.append(name, String(one));
  const text = parameters.toString();
  return `${baseUrl.replace(/\/+$/, '')}${filled}${text === '' ? '' : `?${text}`}`;
}

async function* batch(
  options: ClientOptions,
  lines: Iterable<BatchLine> | AsyncIterable<BatchLine>,
  call: CallOptions,
): AsyncGenerator<BatchReplyLine, void, undefined> {
  const facts = OPERATIONS.recommendBatch;
  const encoder = new TextEncoder();
  const source: AsyncIterator<BatchLine> | Iterator<BatchLine> =
    Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]();
  // Who stops reading answers stops asking, too.
  const ending = new AbortController();
  const signal = call.signal === undefined ? ending.signal : AbortSignal.any([call.signal, ending.signal]);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = ending.signal.aborted ? { done: true as const } : await source.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(next.value)}\n`));
    },
    async cancel() {
      await source.return?.();
    },
  });
  // `duplex` is not in every library's types yet: the body is sent while the answer is read.
  const init = {
    method: facts.method,
    headers: { ...headersFor(options, facts, {}, call, undefined), accept: NDJSON, 'content-type': NDJSON },
    body,
    duplex: 'half',
    signal,
  } as RequestInit;
  let response: Response;
  try {
    response = await (options.fetch ?? fetch)(addressOf(options.baseUrl, facts.path, {}), init);
  } catch (error) {
    call.signal?.throwIfAborted();
    throw new Unreachable(`the batch did not reach ${options.baseUrl}`, { cause: error });
  }
  if (!response.ok || response.body === null) {
    const result = await resultOf(response, facts);
    throw result.ok ? new Unreachable('the batch was answered with nothing') : new ProblemError(result.problem);
  }
  try {
    for await (const line of linesOf(response.body)) yield JSON.parse(line) as BatchReplyLine;
  } finally {
    ending.abort();
  }
}
