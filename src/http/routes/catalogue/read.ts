/** GET /catalogue/{kind}/…: one entry, as PUT takes it. */
import type { TSchema } from 'typebox';
import { CATALOGUE_KINDS, type CatalogueKindName } from '../../../application/catalogue-kinds.js';
import { etagOf } from '../../../application/read-catalogue.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { entryAddress, entryKey, nameOf } from './names.js';

export function getCatalogueEntry(app: App, { readCatalogue }: UseCases, kindName: CatalogueKindName): void {
  const kind = CATALOGUE_KINDS[kindName];
  const { url, params } = entryAddress(kindName);
  app.get(
    url,
    {
      schema: {
        operationId: nameOf('get', kindName),
        tags: ['catalogue'],
        summary: `Read one ${kind.singular}`,
        description:
          'Just what PUT takes: change it and send it back with its ETag as `If-Match`. Retired entries can be read, too.',
        params,
        response: { 200: kind.schema as TSchema },
        problems: ['not-found'],
      },
    },
    async (request, reply) => {
      const entry = readCatalogue(kindName, entryKey(request.params));
      reply.header('etag', etagOf(entry)).header('last-modified', new Date(entry.updatedAt).toUTCString());
      return entry.facts;
    },
  );
}
