/** POST /price-sheets/{id}/import: a price list into a draft, read as a stream. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Problem } from '../../../application/problems.js';
import type { UseCases } from '../../../application/use-cases.js';
import { localise } from '../../../engine/finding.js';
import type { App } from '../../app-types.js';
import { onceStreamed, sendOnce } from '../../wire/actor.js';
import { ImportQuery, ImportReport } from '../../wire/price-imports.js';
import { SheetParams } from '../../wire/price-sheets.js';

/** The list of all regions of the largest cloud has some gigabytes. */
const MAX_BYTES = 16 * 1024 ** 3;

export function postImport(app: App, { importPrices }: UseCases): void {
  app.register(async (instance) => {
    const scope = instance as App;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.post(
      '/price-sheets/:id/import',
      {
        bodyLimit: MAX_BYTES,
        config: { idempotency: 'required', isLongUpload: true },
        schema: {
          operationId: 'importPriceList',
          tags: ['prices'],
          summary: 'Import a price list',
          description:
            'Reads a list of any size as a stream into a draft. Rows that are implausible are held back with their place, value, rule and what was expected; the good ones go on. All of it is kept, or nothing: a call that is cut off leaves the draft as it was. While it runs, `…/imports` shows its progress.',
          params: SheetParams,
          querystring: ImportQuery,
          consumes: ['text/csv', 'application/json', 'application/x-ndjson', 'application/octet-stream'],
          response: { 200: ImportReport },
          bodyLine: Type.String({ description: 'The list, in the format that the query names.' }),
          problems: ['import-cancelled', 'import-running', 'not-found', 'sheet-not-draft', 'unreadable-price-list'],
        },
      },
      async (request, reply) => {
        const body = request.body as Readable | null | undefined;
        if (body === undefined || body === null)
          throw new Problem('unsupported-media-type', {
            detail: {
              en: 'Send the list as the body, e.g. with curl --data-binary @list.csv -H "Content-Type: text/csv".',
              zh: '请将价格表作为请求体发送，例如 curl --data-binary @list.csv -H "Content-Type: text/csv"。',
            },
          });
        const { format, dryRun, replace, carryOver, maxMoveRatio, unit, asOf, ...settings } = request.query;
        const upload = arriving(request.raw, body);
        try {
          return sendOnce(
            reply,
            await importPrices(
              {
                sheet: request.params.id,
                format,
                isDryRun: dryRun,
                replaces: replace,
                carriesOver: carryOver,
                ...(maxMoveRatio === undefined ? {} : { maxMoveRatio }),
                settings: {
                  ...settings,
                  ...(unit === undefined ? {} : { priceUnit: unit }),
                  ...(asOf === undefined ? {} : { asOf, asOfDay: asOf }),
                },
                body: upload,
              },
              onceStreamed(request, (report) => ({
                status: 200,
                headers: {},
                body: localise(report, request.language),
              })),
            ),
          );
        } finally {
          void upload.return(undefined).finally(() => finishUpload(request, reply));
        }
      },
    );
  });
}

/** The body as it arrives; ends with `import-cancelled` when its sender goes away, whatever was being waited for. */
async function* arriving(raw: FastifyRequest['raw'], body: Readable): AsyncGenerator<Uint8Array> {
  const gone = new Promise<never>((_resolve, reject) => {
    const check = () => !raw.complete && reject(new Problem('import-cancelled'));
    if (raw.destroyed) check();
    raw.once('close', check);
  });
  gone.catch(() => undefined);
  // Whoever stops early must not tear the connection down: the reply still has to go out on it.
  const chunks: AsyncIterator<Uint8Array> = body.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const step = await Promise.race([chunks.next(), gone]);
      if (step.done === true) return;
      yield step.value;
    }
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('import-cancelled', { cause: error });
  } finally {
    await chunks.return?.();
  }
}

/** How long a caller may go on sending what nobody reads any more, so that it gets to see the reply. */
const PATIENCE_MS = 5_000;

/** A caller hears the reply when it has sent everything; one that goes on and on is cut off. */
function finishUpload({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  raw.resume();
  const cutOff = () => setTimeout(() => !raw.complete && raw.destroy(), PATIENCE_MS).unref();
  if (reply.raw.writableFinished) cutOff();
  else reply.raw.once('finish', cutOff);
}
