/** Who calls, and whether the route's scope allows it. Runs before the body is read. */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { ANONYMOUS, type Authenticate } from '../../application/authenticate.js';
import { Problem } from '../../application/problems.js';

export interface AuthOptions {
  /** `open`: callers without a key may do everything, but only over a loopback address. */
  readonly mode: 'open' | 'keys';
  readonly authenticate: Authenticate;
}

const CHALLENGE = { 'www-authenticate': 'Bearer realm="cardwise"' };
/** Of a key that was sent; it does not say which of these it is. */
const NOT_VALID = {
  en: 'The key that was sent is not known here, has expired or was revoked.',
  zh: '所提供的密钥不存在、已过期或已撤销。',
};
const LOOPBACK_HOST = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?$/i;

export const auth = fp(
  async (app: FastifyInstance, { mode, authenticate }: AuthOptions) => {
    app.decorateRequest('caller', null);
    const routes: RouteOptions[] = [];
    app.addHook('onRoute', (route) => {
      routes.push(route);
    });
    app.addHook('onReady', async () => {
      const unsaid = routes.find(({ config, url }) => config?.access === undefined && url !== '*');
      if (unsaid !== undefined) throw new Error(`${unsaid.method} ${unsaid.url} does not say who may call it`);
    });
    app.addHook('onRequest', async (request, reply) => {
      const access = request.routeOptions.config.access;
      // Nothing is there, or anyone may have it: whoever asks does not matter.
      if (access === undefined || access === 'public') return;
      const secret = presentedKey(request);
      if (secret !== undefined) {
        try {
          request.caller = authenticate(secret);
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          await app.countCall('failed', request, reply);
          throw new Problem(error.code, { headers: CHALLENGE, detail: NOT_VALID });
        }
      } else if (mode === 'open') {
        // A page of another site that made its name point to 127.0.0.1 would still send its own name here.
        if (!LOOPBACK_HOST.test(request.host)) throw new Problem('host-not-allowed');
        request.caller = ANONYMOUS;
      }
      if (request.caller === null) throw new Problem('unauthenticated', { headers: CHALLENGE });
      if (!request.caller.scopes.has(access)) {
        throw new Problem('missing-scope', {
          detail: { en: `This call needs the scope ${access}.`, zh: `该接口需要权限 ${access}。` },
        });
      }
    });
  },
  { name: 'auth', dependencies: ['problems', 'rate-limit'] },
);

function presentedKey(request: FastifyRequest): string | undefined {
  const bearer = request.headers.authorization;
  if (bearer !== undefined) return /^Bearer +(\S+) *$/i.exec(bearer)?.[1] ?? '';
  const header = request.headers['x-api-key'];
  return typeof header === 'string' ? header : undefined;
}
