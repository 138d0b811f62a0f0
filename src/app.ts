/** The HTTP service, given its use cases: a Fastify instance that knows no environment and no database. */
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { UseCases } from './application/use-cases.js';
import { ENGINE_VERSION } from './engine/version.js';
import type { App } from './http/app-types.js';
import { auth } from './http/plugins/auth.js';
import { bodies } from './http/plugins/bodies.js';
import { bodyDeadline, LONGEST_UPLOAD_MS } from './http/plugins/body-deadline.js';
import { catalogueAge } from './http/plugins/catalogue-age.js';
import { conditional } from './http/plugins/conditional.js';
import { crossOrigin } from './http/plugins/cross-origin.js';
import { language } from './http/plugins/language.js';
import { log, requestId } from './http/plugins/log.js';
import { metrics } from './http/plugins/metrics.js';
import { openapi } from './http/plugins/openapi.js';
import { overload } from './http/plugins/overload.js';
import { answerUnparsable, problems, sendProblem } from './http/plugins/problems.js';
import { type Limits, rateLimit } from './http/plugins/rate-limit.js';
import { securityHeaders } from './http/plugins/security-headers.js';
import { validation } from './http/plugins/validation.js';
import { registerRoutes } from './http/routes/index.js';

export interface AppOptions {
  /** `open`: callers without a key may do everything, over loopback addresses only. */
  readonly auth: 'open' | 'keys';
  /** Version of the service, for the document and the metrics. */
  readonly version: string;
  readonly logger?: FastifyBaseLogger;
  /** Origins whose pages may call from a browser. Default: none. */
  readonly corsOrigins?: readonly string[];
  /** Calls a minute and caller, by bucket. */
  readonly limits?: Partial<Limits>;
  /** true: forwarding headers are believed; only behind a proxy that sets them. */
  readonly trustProxy?: boolean;
  readonly maxEventLoopDelayMs?: number;
  readonly requestTimeoutMs?: number;
}

/** Far above one planning request, so that a few at once queue; below what a caller waits for. */
const MAX_EVENT_LOOP_DELAY_MS = 4000;

/** Largest JSON body. */
export const MAX_BODY_BYTES = 1024 * 1024;
const LIMITS: Limits = { read: 600, plan: 600, write: 120, failed: 60 };

export async function buildApp(useCases: UseCases, options: AppOptions): Promise<App> {
  let isDraining = false;
  const app: App = Fastify({
    ...(options.logger === undefined ? { logger: false } : { loggerInstance: options.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: LONGEST_UPLOAD_MS,
    trustProxy: options.trustProxy ?? false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 400 },
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
    clientErrorHandler: answerUnparsable,
  });
  app.addHook('preClose', async () => {
    isDraining = true;
  });

  await app.register(language);
  await app.register(log);
  await app.register(securityHeaders);
  await app.register(problems);
  await app.register(bodyDeadline, { deadlineMs: options.requestTimeoutMs ?? 60_000 });
  await app.register(crossOrigin, { origins: options.corsOrigins ?? [] });
  await app.register(overload, { maxEventLoopDelayMs: options.maxEventLoopDelayMs ?? MAX_EVENT_LOOP_DELAY_MS });
  await app.register(rateLimit, { limits: { ...LIMITS, ...options.limits } });
  await app.register(auth, { mode: options.auth, authenticate: useCases.authenticate });
  await app.register(bodies);
  await app.register(validation);
  await app.register(conditional);
  await app.register(catalogueAge, { age: useCases.catalogueAge });
  await app.register(metrics, {
    version: options.version,
    engineVersion: ENGINE_VERSION,
    age: useCases.catalogueAge,
    prices: useCases.priceFreshness,
  });
  await app.register(openapi, { version: options.version });
  registerRoutes(app, useCases, { isDraining: () => isDraining });
  return app;
}
