/** POST /price-sheets: a new draft. */
import type { FastifyRequest } from 'fastify';
import { sheetEtag } from '../../../application/price-sheets.js';
import { Problem, type ProblemError } from '../../../application/problems.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { once, sendOnce } from '../../wire/actor.js';
import { writtenExamples } from '../../wire/examples.js';
import { NewPriceSheet, PriceSheetHead } from '../../wire/price-sheets.js';

export function postPriceSheet(app: App, { draftPriceSheet }: UseCases): void {
  app.post(
    '/price-sheets',
    {
      bodyLimit: 8 * 1024 * 1024,
      config: { idempotency: 'optional' },
      schema: {
        operationId: 'draftPriceSheet',
        tags: ['prices'],
        summary: 'Start a price sheet',
        description:
          'Makes a draft, the next version of its series. Nothing is priced by it before it is published; `publish` does that in the same step.',
        body: NewPriceSheet,
        response: { 201: PriceSheetHead },
        examples: writtenExamples('draftPriceSheet'),
        problems: ['conflict', 'invalid-catalogue-entry', 'missing-scope', 'second-person-required'],
      },
    },
    async (request, reply) => {
      const { note, rows = [], publish = false, ...rest } = request.body;
      if (publish) mayPublish(request, rows.length);
      const sheet = { ...rest, note: note ?? null };
      return sendOnce(
        reply,
        await draftPriceSheet(
          { sheet, rows, publish },
          once(request, (head) => ({
            status: 201,
            headers: { location: `/price-sheets/${head.id}`, etag: sheetEtag(head) },
            body: head,
          })),
        ),
      );
    },
  );
}

/** What the publishing call itself would ask for. */
function mayPublish(request: FastifyRequest, rows: number): void {
  if (request.caller !== null && !request.caller.scopes.has('prices:publish')) {
    throw new Problem('missing-scope', {
      detail: { en: 'Publishing needs the scope prices:publish.', zh: '发布需要权限 prices:publish。' },
    });
  }
  const errors: ProblemError[] = [];
  if (rows === 0)
    errors.push({
      pointer: '/rows',
      code: 'required',
      detail: { en: 'A sheet without rows cannot be published.', zh: '没有价格行的价格表不能发布。' },
    });
  if (request.headers['idempotency-key'] === undefined)
    errors.push({
      parameter: 'Idempotency-Key',
      code: 'required',
      detail: { en: 'Idempotency-Key is missing.', zh: '缺少 Idempotency-Key。' },
    });
  if (errors.length > 0) throw new Problem('invalid-request', { errors });
}
