// `npm start`: brings dist/ up to date and runs the service in this very process, so that a signal reaches it directly.
import { build } from './build.mjs';

process.setSourceMapsEnabled(true);
await build();
await import(new URL('../dist/src/server.js', import.meta.url).href);
