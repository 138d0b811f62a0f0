/** GET /catalogue/{kind}: a page of a kind. */
import { CATALOGUE_KINDS, type CatalogueKindName } from '../../../application/catalogue-kinds.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { negotiate } from '../../wire/accept.js';
import { listQuery, listRequest, pageCsv, pageReply, pageSchema } from '../../wire/catalogue.js';
import { nameOf } from './names.js';

export function getCatalogueList(app: App, { listCatalogue }: UseCases, kindName: CatalogueKindName): void {
  const kind = CATALOGUE_KINDS[kindName];
  app.get(
    `/catalogue/${kindName}`,
    {
      schema: {
        operationId: nameOf('list', kindName),
        tags: ['catalogue'],
        summary: `List ${kindName.replaceAll('-', ' ')}`,
        description:
          'Pages in the order of keys: adding and retiring entries between two pages neither repeats nor skips one. Several values of one filter mean any of them, several filters mean all of them. `Accept: text/csv` gives the page as CSV, with the next page in the header `Link`.',
        produces: ['application/json', 'text/csv'],
        querystring: listQuery(kind),
        response: { 200: pageSchema(kind) },
        problems: ['unanswerable-question', 'invalid-cursor', 'not-acceptable'],
      },
    },
    async (request, reply) => {
      const type = negotiate(request.headers.accept, ['application/json', 'text/csv']);
      const page = listCatalogue(listRequest(kindName, request.query as Record<string, unknown>));
      if (page.nextCursor !== null) reply.header('link', `<${nextAddress(request.url, page.nextCursor)}>; rel="next"`);
      if (type === 'application/json') return pageReply(page);
      return reply.type('text/csv; charset=utf-8; header=present').send(pageCsv(kind, page));
    },
  );
}

function nextAddress(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `${path}?${parameters}`;
}
