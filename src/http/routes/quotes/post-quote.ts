/** POST /quotes: freeze an answer. */
import { Problem } from '../../../application/problems.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { once, sendOnce } from '../../wire/actor.js';
import { quoteExamples } from '../../wire/quote-examples.js';
import { basketOf, NewQuote, Quote, quoteReply } from '../../wire/quotes.js';

export function postQuote(app: App, { makeQuote }: UseCases): void {
  app.post(
    '/quotes',
    {
      config: { idempotency: 'required' },
      schema: {
        operationId: 'createQuote',
        tags: ['quotes'],
        summary: 'Freeze a recommendation as a signed quote',
        description:
          'Asks the questions as /recommend would and keeps question, answer, catalogue version and price lines with their sheets, in canonical form (RFC 8785), hashed (SHA-256) and signed (Ed25519, keys at /quote-keys). The content never changes. With an approver it starts as a draft.',
        body: NewQuote,
        response: { 201: Quote },
        examples: quoteExamples(),
        problems: ['unanswerable-question', 'nothing-to-quote', 'database-unavailable'],
      },
    },
    async (request, reply) => {
      const basket = basketOf(request.body);
      if (basket === null) throw new Problem('invalid-request', { errors: [EXACTLY_ONE] });
      const done = await makeQuote(
        basket,
        once(request, (view) => ({
          status: 201,
          headers: { location: `/quotes/${view.quote.id}` },
          body: quoteReply(view, new Date(view.quote.createdAt)),
        })),
      );
      return sendOnce(reply, done);
    },
  );
}

const EXACTLY_ONE = {
  pointer: '',
  code: 'exactly-one-of',
  detail: {
    en: 'State exactly one of request (with planId) and items.',
    zh: 'request（可含 planId）与 items 须且只能填写一个。',
  },
};
