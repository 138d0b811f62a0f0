/** The life of a quote: draft → issued → accepted; withdrawn from either; expired by its date. */
import type { Clock, Writes } from '../ports.js';
import { absent, Problem } from '../problems.js';
import { type OnceOptions, type WriteOnceReply, writeOnce } from '../write-once.js';
import type { QuoteView } from './make-quote.js';
import { type QuoteEvent, type QuoteReader, type QuoteState, type StoredState, stateOf } from './quote.js';

export interface QuoteMove {
  readonly state: Exclude<StoredState, 'draft'>;
  /** Who says so; must be the approver that the quote names when it is issued. */
  readonly by?: string;
  readonly note?: string;
}

const FROM: Readonly<Record<QuoteMove['state'], readonly QuoteState[]>> = {
  issued: ['draft'],
  accepted: ['issued'],
  withdrawn: ['draft', 'issued'],
};

export type MoveQuote = (id: string, move: QuoteMove, options: OnceOptions<QuoteView>) => Promise<WriteOnceReply>;

export function moveQuote(writes: Writes, reader: QuoteReader, clock: Clock): MoveQuote {
  return (id, move, options) =>
    writeOnce(writes, options, async (session) => {
      const { actor } = options;
      const quote = await session.quotes.find(actor.tenant, id);
      if (quote === undefined) throw absent('quote', id);
      const now = clock.now();
      const state = stateOf(quote, now);
      if (!FROM[move.state].includes(state)) {
        throw new Problem('quote-state', {
          errors: [
            {
              pointer: '/state',
              code: 'not-from-here',
              detail: {
                en: `A quote that is ${state} cannot become ${move.state}.`,
                zh: `状态为 ${state} 的报价单不能变为 ${move.state}。`,
              },
              allowed: (Object.keys(FROM) as QuoteMove['state'][]).filter((to) => FROM[to].includes(state)),
            },
          ],
        });
      }
      if (move.state === 'issued' && quote.approver !== null && move.by !== quote.approver) {
        throw new Problem('quote-state', {
          errors: [
            {
              pointer: '/by',
              code: 'other-approver',
              detail: {
                en: 'The quote names another approver.',
                zh: '该报价单指定了其他审批人。',
              },
              allowed: [quote.approver],
            },
          ],
        });
      }
      const event: QuoteEvent = {
        at: now.toISOString(),
        actor: actor.id,
        fromState: quote.state,
        toState: move.state,
        by: move.by ?? null,
        note: move.note ?? null,
      };
      const before = await reader.events(id);
      await session.quotes.move(id, event);
      await session.audit(actor, {
        action: move.state === 'issued' ? 'issue' : move.state === 'accepted' ? 'accept' : 'withdraw',
        subjectKind: 'quotes',
        subjectId: id,
        before: { state: quote.state },
        after: { state: move.state, by: event.by },
      });
      return { quote: { ...quote, state: move.state }, events: [...before, event] };
    });
}
