// `npm start`: brings dist/ up to date and runs the service in this very process, so that a signal reaches it directly.
import { build } from './build.mjs';

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
