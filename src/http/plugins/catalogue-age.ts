/** Replies that stand on the catalogue say how old it is, and warn when nobody can tell whether it is still true. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

export interface CatalogueAgeOptions {
  /** undefined: nothing was read yet. */
  age(): { readonly seconds: number; readonly isStale: boolean } | undefined;
}

export const catalogueAge = fp(
  async (app: FastifyInstance, { age }: CatalogueAgeOptions) => {
    app.addHook('onSend', async (request, reply, payload) => {
      const { access } = request.routeOptions.config;
      if (access !== 'plan' && access !== 'catalogue:read') return payload;
      const now = age();
      if (now !== undefined) {
        reply.header('catalogue-age', String(now.seconds));
        if (now.isStale) reply.header('warning', '110 - "Response is Stale"');
      }
      return payload;
    });
  },
  { name: 'catalogue-age' },
);
