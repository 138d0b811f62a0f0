/** The solver as the service loads it. */
import { loadSolver } from '../../src/solver.js';

export const solver = await loadSolver();
