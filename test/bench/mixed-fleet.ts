/** Mixed fleets: 10 × 10 request sizes over 8 card types. */
import { mixedFleet } from '../../src/engine/fleet/mixed-fleet.js';
import { loadSolver } from '../../src/solver.js';

const SIZES = 10;
const TYPES = 8;
const QUESTIONS = 5;
const GOAL_MS = 500;

export async function mixedFleetBench(): Promise<void> {
  const solver = await loadSolver();
  const rows: Record<string, unknown> = {};
  // Question 0 is not shown: the WebAssembly is compiled while it runs.
  for (let q = 0; q <= QUESTIONS; q++) {
    const question = {
      load: Array.from({ length: SIZES * SIZES }, (_, bucket) =>
        Array.from({ length: TYPES }, (_, type) => needOf(bucket, type, q)),
      ),
      unitMonthly: Array.from({ length: TYPES }, (_, type) => 2000 * 1.8 ** type),
      mostUnits: Array.from({ length: TYPES }, () => 64),
    };
    const started = process.cpuUsage();
    const answer = mixedFleet(question, solver);
    const { user, system } = process.cpuUsage(started);
    const ms = (user + system) / 1000;
    const single = answer?.single?.monthly ?? Number.NaN;
    if (q === 0) continue;
    rows[`question ${q}`] = {
      'CPU, ms': ms.toFixed(0),
      'goal, ms': GOAL_MS,
      'gap, %': ((answer?.gapRatio ?? Number.NaN) * 100).toFixed(2),
      'saved against one type, %': (100 * (1 - (answer?.monthly ?? Number.NaN) / single)).toFixed(1),
    };
  }
  console.table(rows);
}

/** Larger cards serve long requests better than small ones do; what does not fit needs without end. */
function needOf(bucket: number, type: number, seed: number): number {
  const input = 1 + Math.floor(bucket / SIZES);
  const output = 1 + (bucket % SIZES);
  const memory = 4 * 1.7 ** type;
  if (input * 2 > memory * 1.5) return Number.POSITIVE_INFINITY;
  const jitter = 1 + 0.3 * Math.sin((bucket + 1) * (type + 2) * (seed + 3));
  return (0.05 * input ** 0.8 * output * jitter) / 1.75 ** type;
}
