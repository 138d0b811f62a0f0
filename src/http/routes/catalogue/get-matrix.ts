/** GET /catalogue/region-accelerators: which accelerators are offered where. */
import { Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import { SaleStatus } from '../../../engine/catalogue/provenance.js';
import type { App } from '../../app-types.js';

const MatrixReply = Type.Object(
  {
    regions: Type.Array(
      Type.Object(
        {
          provider: Type.String({ maxLength: 60 }),
          region: Type.String({ maxLength: 80, description: '`unpublished` where the provider does not say.' }),
          geography: Type.Union([Type.String({ maxLength: 2 }), Type.Null()]),
          accelerators: Type.Array(
            Type.Object(
              {
                accelerator: Type.String({ maxLength: 64 }),
                instanceTypes: Type.Integer({
                  minimum: 1,
                  maximum: 100_000,
                  description: 'Types with this card on sale there.',
                }),
                saleStatus: SaleStatus,
              },
              { additionalProperties: false },
            ),
            { maxItems: 1000 },
          ),
        },
        { additionalProperties: false },
      ),
      { maxItems: 10_000 },
    ),
  },
  { additionalProperties: false, $id: 'RegionAccelerators', description: 'Accelerators by region.' },
);

export function getRegionAccelerators(app: App, { acceleratorMatrix }: UseCases): void {
  app.get(
    '/catalogue/region-accelerators',
    {
      schema: {
        operationId: 'listRegionAccelerators',
        tags: ['catalogue'],
        summary: 'Which accelerators are offered where?',
        description: 'One line a region that offers any; `saleStatus` is that of the least restricted type.',
        querystring: Type.Object(
          {
            provider: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: 'Provider id.' })),
            geography: Type.Optional(
              Type.String({ pattern: '^[A-Za-z]{2,4}$', description: 'ISO 3166 code, or apac, emea, amer.' }),
            ),
            retired: Type.Optional(Type.Boolean({ default: false, description: 'true: types that are retired, too.' })),
          },
          { additionalProperties: false },
        ),
        response: { 200: MatrixReply },
        problems: ['unanswerable-question'],
      },
    },
    async ({ query }) => ({ regions: acceleratorMatrix({ ...query, retired: query.retired === true }) }),
  );
}
