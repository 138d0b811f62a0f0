/** GET /quote-keys: the public halves of the keys that signed quotes. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { QuoteKeys } from '../../wire/quotes.js';

export function getQuoteKeys(app: App, { listQuoteKeys }: UseCases): void {
  app.get(
    '/quote-keys',
    {
      schema: {
        operationId: 'listQuoteKeys',
        tags: ['quotes'],
        summary: 'Public keys of quotes',
        description:
          'A JWK set. Keep the `kid` that you trust: whoever could write to our database could add a key, but not yours.',
        response: { 200: QuoteKeys },
        problems: ['database-unavailable'],
      },
    },
    async () => ({
      keys: (await listQuoteKeys()).map(({ id, publicKey }) => ({
        kty: 'OKP',
        crv: 'Ed25519',
        x: publicKey,
        kid: id,
        use: 'sig',
        alg: 'EdDSA',
      })),
    }),
  );
}
