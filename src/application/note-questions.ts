/** Keeps what was asked, so that the impact of a new price can be shown on real questions. */
import type { QuestionLog } from './ports.js';
import type { Recommend } from './recommend.js';

export function noteQuestions(recommend: Recommend, log: QuestionLog): Recommend {
  return async (request, asker) => {
    const reply = await recommend(request, asker);
    if (asker != null) {
      const [best] = reply.plans;
      log.note({
        tenant: asker.tenant,
        request,
        catalogueVersion: reply.catalogueVersion,
        best:
          best === undefined
            ? null
            : { planId: best.id, monthly: best.cost.monthly?.amount ?? null, currency: reply.currency },
      });
    }
    return reply;
  };
}
