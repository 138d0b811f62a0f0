/**
 * How V8 keeps house in this process; imported before anything else. No limits: large price lists still get what they take.
 *
 * - A heap may grow to a multiple of what lives in it before V8 looks again. The catalogue lives long, so a small step keeps the
 *   process near its real need.
 * - V8 puts objects into the old space at once where many of their kind outlived a collection. What a question makes dies with it
 *   whatever its kind, and what dies in the old space keeps everything it points to until the next full collection: without this
 *   guess a question costs half as much (`npm run bench -- recommend`).
 *
 * What V8 does not keep, glibc does, in an arena a thread: `npm start` and the container allow two (`MALLOC_ARENA_MAX`), which can
 * only be said before the process starts.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--heap-growing-percent=40');
setFlagsFromString('--no-allocation-site-pretenuring');
