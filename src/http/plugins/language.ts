/** Accept-Language → the language of findings and problems. Codes and facts are the same in both. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Language } from '../../engine/finding.js';

/** The better liked of English and Chinese; English when neither is asked for. */
export function languageOf(header: string | undefined): Language {
  if (header === undefined) return 'en';
  const liking: Record<Language, number> = { en: 0, zh: 0 };
  for (const part of header.slice(0, 500).split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters
      .map((p) => /^\s*q=([01](?:\.[0-9]{1,3})?)\s*$/.exec(p)?.[1])
      .find((q) => q !== undefined);
    const language = range.trim().split('-')[0];
    if (language === 'en' || language === 'zh') liking[language] = Math.max(liking[language], Number(quality ?? 1));
  }
  return liking.zh > liking.en ? 'zh' : 'en';
}

export const language = fp(
  async (app: FastifyInstance) => {
    app.decorateRequest('language', 'en');
    app.addHook('onRequest', async (request, reply) => {
      request.language = languageOf(request.headers['accept-language']);
      reply.header('vary', 'Accept-Language, Accept');
      reply.header('content-language', request.language);
    });
  },
  { name: 'language' },
);
