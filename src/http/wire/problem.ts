/** RFC 9457 on the wire. */
import { type Static, Type } from 'typebox';
import { PROBLEM_CODES, PROBLEMS, type Problem, type ProblemCode } from '../../application/problems.js';
import type { Language } from '../../engine/finding.js';

export const PROBLEM_TYPE = 'application/problem+json';

export const ProblemFault = Type.Object(
  {
    pointer: Type.Optional(Type.String({ maxLength: 2000, description: 'JSON pointer into the body (RFC 6901).' })),
    parameter: Type.Optional(Type.String({ maxLength: 200, description: 'Name of the parameter or header.' })),
    code: Type.String({ maxLength: 60, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', description: 'Stable kebab-case code.' }),
    detail: Type.String({ maxLength: 4000, description: 'What is wrong, in the language of the reply.' }),
    allowed: Type.Optional(
      Type.Array(Type.String({ maxLength: 500 }), {
        maxItems: 200,
        description: 'What is accepted; the nearest first.',
      }),
    ),
  },
  { additionalProperties: false, $id: 'ProblemFault', description: 'One fault of a request.' },
);

export const ProblemReply = Type.Object(
  {
    type: Type.String({ maxLength: 100, description: 'Address of the page that describes this kind of problem.' }),
    title: Type.String({ maxLength: 200, description: 'The kind of problem; the same every time.' }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status.' }),
    detail: Type.Optional(Type.String({ maxLength: 4000, description: 'What is wrong this time.' })),
    advice: Type.Optional(Type.String({ maxLength: 1000, description: 'What to do about this kind of problem.' })),
    instance: Type.String({ maxLength: 20_000, description: 'The address that was called.' }),
    code: Type.Unsafe<ProblemCode>({ type: 'string', enum: PROBLEM_CODES, description: 'Stable kebab-case code.' }),
    requestId: Type.String({ maxLength: 100, description: 'Name this when you report it.' }),
    errors: Type.Optional(
      Type.Array(ProblemFault, { maxItems: 200, description: 'All faults of the request at once.' }),
    ),
  },
  { additionalProperties: false, $id: 'Problem', description: 'A problem as RFC 9457 has it.' },
);
export type ProblemReply = Static<typeof ProblemReply>;

export function problemReply(problem: Problem, language: Language, instance: string, requestId: string): ProblemReply {
  const { status, title, advice } = PROBLEMS[problem.code];
  return {
    type: `/problems/${problem.code}`,
    title: title[language],
    status,
    ...(problem.detail ? { detail: problem.detail[language] } : {}),
    advice: advice[language],
    instance,
    code: problem.code,
    requestId,
    ...(problem.errors.length > 0
      ? {
          errors: problem.errors.map(({ detail, allowed, ...rest }) => ({
            ...rest,
            detail: detail[language],
            ...(allowed ? { allowed: [...allowed] } : {}),
          })),
        }
      : {}),
  };
}
