/** GET /openapi.json: this API, described by the schemas that validate it. */
import { Type } from 'typebox';
import type { App } from '../../app-types.js';

export function getOpenapi(app: App): void {
  app.get(
    '/openapi.json',
    {
      schema: {
        operationId: 'getOpenapi',
        tags: ['service'],
        summary: 'This document',
        description: 'OpenAPI 3.1, made from the schemas that validate requests.',
        response: {
          200: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { description: 'The OpenAPI document.' }),
        },
      },
    },
    async () => app.openapi(),
  );
}
