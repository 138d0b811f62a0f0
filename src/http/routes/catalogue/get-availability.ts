/** GET /catalogue/availability: where types are sold. */
import { Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { AvailabilityList } from '../../wire/availability.js';

export function getAvailability(app: App, { listAvailability }: UseCases): void {
  app.get(
    '/catalogue/availability',
    {
      schema: {
        operationId: 'listAvailability',
        tags: ['catalogue'],
        summary: 'Where is it sold?',
        description: 'Sale status by region and zone of the types of one provider.',
        querystring: Type.Object(
          {
            provider: Type.String({ minLength: 1, maxLength: 60, description: 'Provider id.' }),
            instanceType: Type.Optional(
              Type.String({ minLength: 1, maxLength: 150, description: 'Instance type id.' }),
            ),
            region: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: 'Region id.' })),
          },
          { additionalProperties: false },
        ),
        response: { 200: AvailabilityList },
      },
    },
    async ({ query }) => ({ items: [...listAvailability(query)] }),
  );
}
