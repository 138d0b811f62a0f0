// `npm start`: brings dist/ up to date and runs the service in this very process, so that a signal reaches it directly.
import { setFlagsFromString } from 'node:v8';
import { build } from './build.mjs';

// V8 lets a heap grow to a multiple of what lives in it before it looks again; the catalogue lives long, so a small step
// keeps the process near its real need. Not a limit: large price lists still get what they take.
setFlagsFromString('--heap-growing-percent=40');
process.setSourceMapsEnabled(true);
await build();
await import(new URL('../dist/src/server.js', import.meta.url).href);

// Started by npm we belong to it: if it is killed without a chance to pass the signal on, we stop too.
if (process.env.npm_lifecycle_event === 'start') {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}
