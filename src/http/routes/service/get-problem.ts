/** GET /problems/{code}: what a problem's `type` points to. */
import { Type } from 'typebox';
import { absent, PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../../../application/problems.js';
import { FAULTS } from '../../../engine/faults.js';
import type { Language } from '../../../engine/finding.js';
import type { App } from '../../app-types.js';

const ProblemPage = Type.Object(
  {
    code: Type.String({ maxLength: 60 }),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    title: Type.String({ maxLength: 200 }),
    advice: Type.String({ maxLength: 1000, description: 'What to do about it.' }),
  },
  { additionalProperties: false, $id: 'ProblemPage', description: 'A kind of problem.' },
);

export function getProblem(app: App): void {
  app.get(
    '/problems/:code',
    {
      schema: {
        operationId: 'getProblem',
        tags: ['service'],
        summary: 'What does this problem mean?',
        description: `The page that \`type\` of a problem points to. Codes: ${PROBLEM_CODES.join(', ')}.`,
        params: Type.Object({ code: Type.String({ maxLength: 60, description: 'Code of the problem.' }) }),
        response: { 200: ProblemPage },
      },
    },
    async (request) => {
      const { code } = request.params;
      if (Object.hasOwn(FAULTS, code)) return faultPage(code as keyof typeof FAULTS, request.language);
      if (!Object.hasOwn(PROBLEMS, code)) throw absent('problem', code);
      const { status, title, advice } = PROBLEMS[code as ProblemCode];
      return { code, status, title: title[request.language], advice: advice[request.language] };
    },
  );
}

/** A sentence whose facts only a problem has. */
function withoutFacts(template: string): string {
  return template.replace(/\{[^}]*\}/g, '…');
}

/** A code of `errors[]`: what can be wrong with the meaning of a question. */
function faultPage(code: keyof typeof FAULTS, language: Language) {
  const advice = {
    en: 'Correct the field that `pointer` names; `allowed` lists what would be accepted, nearest first.',
    zh: '请更正 `pointer` 所指字段；`allowed` 列出可接受的值，最接近者在前。',
  };
  return { code, status: 422, title: withoutFacts(FAULTS[code][language]), advice: advice[language] };
}
