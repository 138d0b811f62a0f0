/** Examples of quotes for the document; the tests send every one of them. */
import { recommendExamples } from './examples.js';

type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

export function quoteExamples(): Examples {
  const ask = recommendExamples();
  const question = (scenario: string) => ask[scenario]?.value;
  return {
    one: {
      summary: 'One service for a requisition; send it with a header Idempotency-Key of your own, e.g. a new UUID',
      value: { request: question('llm-inference'), reference: 'PR-2026-0117', costCentre: 'CC-4200', validDays: 30 },
    },
    basket: {
      summary: 'A basket that an approver has to issue',
      value: {
        items: [
          { name: 'chat', request: question('llm-inference') },
          { name: 'render', request: question('offline-rendering') },
        ],
        reference: 'PR-2026-0118',
        approver: 'chen.li@example.com',
        tags: { project: 'spring-sale' },
      },
    },
  };
}
