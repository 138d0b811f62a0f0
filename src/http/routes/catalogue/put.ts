/** PUT /catalogue/{kind}/…: create or replace one entry. */
import type { TSchema } from 'typebox';
import { CATALOGUE_KINDS, type CatalogueKindName, type EntryFacts } from '../../../application/catalogue-kinds.js';
import { etagOf } from '../../../application/read-catalogue.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { PutHeaders, precondition } from '../../wire/preconditions.js';
import { entryAddress, entryKey, nameOf } from './names.js';

export function putCatalogueEntry(app: App, { putCatalogue }: UseCases, kindName: CatalogueKindName): void {
  const kind = CATALOGUE_KINDS[kindName];
  const { url, params } = entryAddress(kindName);
  app.put(
    url,
    {
      schema: {
        operationId: nameOf('put', kindName),
        tags: ['catalogue'],
        summary: `Create or replace one ${kind.singular}`,
        description:
          '`If-None-Match: *` creates and refuses to replace; `If-Match: <ETag>` replaces what you have read and nothing newer. The next plan of every replica knows it. Releases never change an entry that was written here.',
        params,
        headers: PutHeaders,
        body: kind.schema as TSchema,
        response: { 200: kind.schema as TSchema, 201: kind.schema as TSchema },
        problems: [
          'already-exists',
          'precondition-failed',
          'precondition-required',
          'invalid-catalogue-entry',
          'not-found',
        ],
      },
    },
    async (request, reply) => {
      const { entry, isCreated } = await putCatalogue(actorOf(request), {
        kind: kindName,
        key: entryKey(request.params),
        facts: request.body as EntryFacts,
        precondition: precondition(request),
      });
      if (isCreated) reply.code(201).header('location', request.url);
      reply.header('etag', etagOf(entry));
      return entry.facts;
    },
  );
}
