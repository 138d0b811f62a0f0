/** NDJSON: one JSON value a line. */
import { type Static, Type } from 'typebox';
import { Problem } from '../../application/problems.js';
import type { BatchAnswer, BatchQuestion } from '../../application/recommend-batch.js';
import { RecommendReply } from '../../engine/answer.js';
import { type Language, localise } from '../../engine/finding.js';
import { RecommendRequest } from '../../engine/question.js';
import { parseJson } from '../plugins/bodies.js';
import { faultFinder } from '../plugins/validation.js';
import { ProblemReply, problemReply } from './problem.js';

export const NDJSON = 'application/x-ndjson';
/** Longest line, in bytes: what a single request may have. */
export const MAX_LINE_BYTES = 1024 * 1024;
export const MAX_LINES = 10_000;

export const BatchLine = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 100, description: 'Comes back with the answer.' }),
    request: RecommendRequest,
  },
  { additionalProperties: false, $id: 'BatchLine', description: 'One question of a batch; a line of the body.' },
);

export const BatchReplyLine = Type.Object(
  {
    id: Type.Union([Type.String({ maxLength: 100 }), Type.Null()], {
      description: 'null where the line had none to read.',
    }),
    status: Type.Integer({ minimum: 200, maximum: 599, description: 'What /recommend would have answered.' }),
    body: Type.Union([RecommendReply, ProblemReply]),
  },
  {
    additionalProperties: false,
    $id: 'BatchReplyLine',
    description: 'The answer to one line, in the order of the questions.',
  },
);
export type BatchReplyLine = Static<typeof BatchReplyLine>;

/** The lines of a stream; holds no more than one line in memory. */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string | Problem> {
  const newline = 0x0a;
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  let isTooLong = false;
  let count = 0;
  const take = (): string | Problem | undefined => {
    const line = isTooLong ? new Problem('body-too-large') : Buffer.concat(rest).toString('utf8').trim();
    rest = [];
    restBytes = 0;
    isTooLong = false;
    return line === '' ? undefined : line;
  };
  const keep = (part: Uint8Array) => {
    restBytes += part.length;
    if (restBytes > MAX_LINE_BYTES) {
      isTooLong = true;
      rest = [];
    } else rest.push(part);
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      keep(chunk.subarray(from, at));
      from = at + 1;
      const line = take();
      if (line === undefined) continue;
      if (++count > MAX_LINES) {
        yield new Problem('body-too-large');
        return;
      }
      yield line;
    }
    keep(chunk.subarray(from));
  }
  const last = take();
  if (last !== undefined) yield last;
}

const findFaults = () => faultFinder(BatchLine);

/** Questions of a body; a line that is wrong becomes its own problem and stops nothing. */
export async function* questionsOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<BatchQuestion> {
  for await (const line of linesOf(stream)) yield questionOf(line);
}

function questionOf(line: string | Problem): BatchQuestion {
  if (line instanceof Problem) return { id: null, request: line };
  try {
    const value = parseJson(line);
    const errors = findFaults()(value);
    const { id, request } = value as Static<typeof BatchLine>;
    return errors.length > 0
      ? { id: idOf(value), request: new Problem('invalid-request', { errors }) }
      : { id, request };
  } catch (error) {
    if (error instanceof Problem) return { id: null, request: error };
    throw error;
  }
}

function idOf(value: unknown): string | null {
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === 'string' && id.length <= 100 ? id : null;
}

export function replyLine(answer: BatchAnswer, language: Language, instance: string, requestId: string): string {
  const { id, reply } = answer;
  const line =
    reply instanceof Problem
      ? { id, status: reply.status, body: problemReply(reply, language, instance, requestId) }
      : { id, status: 200, body: localise(reply, language) };
  return `${JSON.stringify(line)}\n`;
}
