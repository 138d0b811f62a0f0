/** Counts and times of requests, and the age of the catalogue, for Prometheus. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CatalogueAge } from '../../application/health.js';
import type { PriceFreshness } from '../../application/price-freshness.js';

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry;
  }
}

export interface MetricsOptions {
  readonly version: string;
  readonly engineVersion: string;
  age(): CatalogueAge | undefined;
  /** [] before a catalogue was read. */
  prices(): readonly PriceFreshness[];
}

export const metrics = fp(
  async (app: FastifyInstance, { version, engineVersion, age, prices }: MetricsOptions) => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const seconds = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last byte of its reply.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    });
    new Gauge({
      name: 'cardwise_catalogue_age_seconds',
      help: 'Seconds since the catalogue was last known to be current.',
      registers: [registry],
      collect() {
        const now = age();
        if (now !== undefined) this.set(now.seconds);
      },
    });
    new Gauge({
      name: 'cardwise_catalogue_stale',
      help: '1: nobody can be asked whether the catalogue is still current.',
      registers: [registry],
      collect() {
        this.set(age()?.isStale ? 1 : 0);
      },
    });
    const ofProvider = (name: string, help: string, value: (of: PriceFreshness) => number | null) =>
      new Gauge({
        name,
        help,
        labelNames: ['provider'],
        registers: [registry],
        collect() {
          this.reset();
          for (const of of prices()) {
            const now = value(of);
            if (now !== null) this.set({ provider: of.provider }, now);
          }
        },
      });
    ofProvider(
      'cardwise_price_age_days',
      'Days since the newest price of the provider was seen.',
      (of) => of.newestAgeDays,
    );
    ofProvider('cardwise_price_rates', 'Rates of servers that count now.', (of) => of.rates);
    ofProvider(
      'cardwise_price_rates_stale',
      'Rates older than the threshold of their billing mode.',
      (of) => of.staleRates,
    );
    new Gauge({
      name: 'cardwise_build_info',
      help: 'Versions of service and engine.',
      labelNames: ['version', 'engine'],
      registers: [registry],
    }).set({ version, engine: engineVersion }, 1);
    app.decorate('metrics', registry);
    app.addHook('onResponse', async (request, reply) => {
      seconds.observe(
        { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
        reply.elapsedTime / 1000,
      );
    });
    app.addHook('onClose', async () => registry.clear());
  },
  { name: 'metrics' },
);
