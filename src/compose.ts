/** The only file that knows every part: joins database, engine, use cases and HTTP into one application. */
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from './config.js';
import { openDatabase } from './store/database.js';

export interface Composition {
  readonly app: FastifyInstance;
  /** Gives back what the parts hold; the application is closed before. */
  close(): Promise<void>;
}

export interface ComposeOptions {
  readonly config: Config;
  readonly connectionString: string;
  readonly log: FastifyBaseLogger;
}

export async function compose({ config, connectionString, log }: ComposeOptions): Promise<Composition> {
  const database = openDatabase(connectionString, {
    poolSize: config.DATABASE_POOL_SIZE,
    onConnectionError: (error) => log.warn({ err: error }, 'a database connection failed'),
  });
  const app = Fastify({ loggerInstance: log });
  app.get('/livez', () => ({ status: 'ok' }));
  return { app, close: () => database.$disconnect() };
}
