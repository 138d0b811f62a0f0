/** The one door for everything that is not a reply: routing, parsing, validation, refusals and accidents. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Problem, type ProblemCode, type Sentence } from '../../application/problems.js';
import { questionProblem } from '../../application/question-problem.js';
import { QuestionError } from '../../engine/question-error.js';
import { PROBLEM_TYPE, problemReply } from '../wire/problem.js';
import { languageOf } from './language.js';

/** What Fastify refuses before a handler runs, by its code. */
const FRAMEWORK: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed-json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed-request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed-json',
  FST_ERR_BAD_URL: 'malformed-request',
  FST_ERR_ROUTE_MAX_PARAM_LENGTH: 'address-too-long',
  FST_ERR_MAX_PARAM_LENGTH: 'address-too-long',
  FST_ERR_HANDLER_TIMEOUT: 'deadline-exceeded',
};

/** What an error means for the caller; anything unknown is `internal`, told without its text. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof QuestionError) return questionProblem(error);
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>;
  const known = code === undefined ? undefined : FRAMEWORK[code];
  if (known === 'unsupported-media-type') return new Problem(known, { detail: ACCEPTED_MEDIA });
  if (known !== undefined) return new Problem(known);
  if (code?.startsWith('FST_') && statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem('malformed-request');
  return new Problem('internal', { cause: error });
}

const ACCEPTED_MEDIA: Sentence = {
  en: 'This call takes `Content-Type: application/json`, or the one that its page in /docs names.',
  zh: '该接口接受 `Content-Type: application/json`，或 /docs 中注明的类型。',
};

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error);
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? error, code: problem.code }, 'request failed');
  const language = request.language ?? languageOf(request.headers['accept-language']);
  const body = problemReply(problem, language, request.url, request.id);
  return reply
    .code(problem.status)
    .headers({ ...problem.headers })
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .type(PROBLEM_TYPE)
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body);
}

export const problems = fp(
  async (app: FastifyInstance) => {
    const addresses: { readonly method: string; readonly matches: RegExp }[] = [];
    app.addHook('onRoute', (route) => {
      const matches = new RegExp(
        `^${route.url
          .split('/')
          .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : quoted(part)))
          .join('/')}$`,
      );
      for (const method of [route.method].flat()) addresses.push({ method, matches });
    });

    app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
    app.setNotFoundHandler((request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '';
      const methods = new Set(addresses.filter(({ matches }) => matches.test(path)).map(({ method }) => method));
      if (methods.size === 0) return sendProblem(new Problem('not-found'), request, reply);
      const allow = [...methods, 'OPTIONS'].sort().join(', ');
      if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send();
      return sendProblem(new Problem('method-not-allowed', { headers: { allow } }), request, reply);
    });
  },
  { name: 'problems', dependencies: ['language'] },
);

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Requests that Node could not read as HTTP never reach a handler: answered on the socket itself. */
export function answerUnparsable(error: Error & { code?: string }, socket: Socket): void {
  if (socket.destroyed) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = new Problem(UNPARSABLE[error.code ?? ''] ?? 'malformed-request');
  const body = JSON.stringify(problemReply(problem, 'en', '/', randomUUID()));
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nContent-Type: ${PROBLEM_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const UNPARSABLE: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
};
