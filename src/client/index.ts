/** What `cardwise/client` offers. */
export type { Answered, CallOptions, Client, ClientOptions, Input, Refused, Reply, Result } from './client.js';
export { createClient, ProblemError, Unreachable, unwrap } from './client.js';
export * from './generated/service.js';
