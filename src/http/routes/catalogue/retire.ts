/** DELETE /catalogue/{kind}/…: retire one entry; it stays readable. */
import { Type } from 'typebox';
import { CATALOGUE_KINDS, type CatalogueKindName } from '../../../application/catalogue-kinds.js';
import { etagOf } from '../../../application/read-catalogue.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { ifMatch, MatchHeaders } from '../../wire/preconditions.js';
import { entryAddress, entryKey, nameOf } from './names.js';

export function deleteCatalogueEntry(app: App, { retireCatalogue }: UseCases, kindName: CatalogueKindName): void {
  const kind = CATALOGUE_KINDS[kindName];
  const { url, params } = entryAddress(kindName);
  app.delete(
    url,
    {
      schema: {
        operationId: nameOf('retire', kindName),
        tags: ['catalogue'],
        summary: `Retire one ${kind.singular}`,
        description: kind.hasSaleStatus
          ? 'It is offered no more, unless a plan asks for retired ones; what was bought on it stays readable.'
          : 'It leaves the catalogue and stays readable. Refused while other entries refer to it.',
        params,
        headers: MatchHeaders,
        response: { 204: Type.Null({ description: 'Retired.' }) },
        problems: ['precondition-failed', 'precondition-required', 'still-referenced', 'not-found'],
      },
    },
    async (request, reply) => {
      const entry = await retireCatalogue(actorOf(request), {
        kind: kindName,
        key: entryKey(request.params),
        etags: ifMatch(request),
      });
      return reply.code(204).header('etag', etagOf(entry)).send(null);
    },
  );
}
