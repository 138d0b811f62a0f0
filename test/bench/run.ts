/**
 * `npm run bench`: figures to look at, never a gate. Server, client and database share the machine's cores, so compare
 * within one run: each route stands beside a bare Fastify route with a body and a reply of the same size.
 *
 * `npm run bench -- recommend` runs the parts whose name contains the word.
 */

import { batchBench } from './batch.js';
import { growthBench } from './growth.js';
import { mixedFleetBench } from './mixed-fleet.js';
import { recommendBench } from './recommend.js';
import { regretBench } from './regret.js';

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  recommend: recommendBench,
  growth: growthBench,
  batch: batchBench,
  regret: async () => regretBench(),
  'mixed-fleet': mixedFleetBench,
};

const wanted = process.argv[2] ?? '';
for (const [name, part] of Object.entries(PARTS)) {
  if (!name.includes(wanted)) continue;
  console.log(`\n# ${name}`);
  await part();
}
process.exit(0);
