/** Collects what routes say about themselves; /openapi.json and /docs show it. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { type DescribedRoute, openapiDocument } from '../wire/openapi-document.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of all routes; complete once the instance is ready. */
    openapi(): Record<string, unknown>;
  }
}

export const openapi = fp(
  async (app: FastifyInstance, { version }: { version: string }) => {
    const routes: RouteOptions[] = [];
    let document: Record<string, unknown> | undefined;
    app.addHook('onRoute', (route) => {
      if (route.schema?.operationId !== undefined && route.method !== 'HEAD') routes.push(route);
    });
    app.decorate('openapi', () => {
      document ??= openapiDocument(routes.map(described), version);
      return document;
    });
    // The page at /docs asks this plugin for the document; it shows ours, unaltered.
    await app.register(swagger, {
      openapi: { openapi: '3.1.0', info: { title: 'Cardwise', version } },
      transform: ({ url }) => ({ url, schema: { hide: true } }),
      transformObject: () => app.openapi(),
    });
  },
  { name: 'openapi' },
);

function described(route: RouteOptions): DescribedRoute {
  const { access = 'public', idempotency } = route.config ?? {};
  return { method: String(route.method), url: route.url, access, idempotency, schema: route.schema ?? {} };
}

/** The name, as the bar of the page shows it. */
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="170" height="40"><title>Cardwise</title><text x="0" y="28" fill="#fff" font-family="sans-serif" font-size="26" font-weight="bold">Cardwise</text></svg>';

/** The page at /docs, offline: every byte comes from the installed package. */
export async function docs(app: FastifyInstance): Promise<void> {
  // Whoever opens the address alone wants to know what is here.
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs', 302));
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: {
      'default-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'style-src': ["'self'", "'unsafe-inline'"],
      'object-src': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
    uiConfig: { docExpansion: 'list', deepLinking: true, tryItOutEnabled: true, filter: true, validatorUrl: null },
    theme: { title: 'Cardwise API' },
    logo: { type: 'image/svg+xml', content: Buffer.from(LOGO), href: '/docs' },
  });
}
