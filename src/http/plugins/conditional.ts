/** Strong ETags on reads, 304 for a caller that has the same bytes; nothing else may be stored by anyone. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

export const conditional = fp(
  async (app: FastifyInstance) => {
    app.addHook('onSend', async (request, reply, payload) => {
      if ((request.method !== 'GET' && request.method !== 'HEAD') || reply.statusCode !== 200) {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
        return payload;
      }
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
      if (typeof payload === 'string' && !reply.hasHeader('etag')) {
        reply.header('etag', `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`);
      }
      const etag = reply.getHeader('etag');
      const asked = request.headers['if-none-match'];
      if (typeof etag !== 'string') return payload;
      if (asked === undefined || !matches(asked, etag)) return payload;
      reply.code(304).removeHeader('content-length');
      reply.removeHeader('content-type');
      return null;
    });
  },
  { name: 'conditional' },
);

/** Weak comparison, as If-None-Match wants it. */
function matches(header: string, etag: string): boolean {
  return header.trim() === '*' || listed(header).some((tag) => tag.replace(/^W\//, '') === etag);
}

/** The entity tags of If-Match or If-None-Match. */
export function listed(header: string): readonly string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
