/** Loads HiGHS (WebAssembly) once and hands the engine a synchronous solver. Why HiGHS: see src/engine/fleet/README.md. */
import loadHighs from 'highs';
import type { LinearSolver } from './engine/fleet/solver.js';

/** A thousandth of the money is below any price's accuracy; the last digits cost most of the time. */
const RELATIVE_GAP = 1e-3;

/** About 50 ms; everything after is synchronous and deterministic. */
export async function loadSolver(): Promise<LinearSolver> {
  // The package is CommonJS with the loader itself as its export; its types say `default`.
  const highs = await (loadHighs as unknown as typeof loadHighs.default)();
  return {
    solve(programme, { maxNodes }) {
      const solution = highs.solve(programme, {
        output_flag: false,
        log_to_console: false,
        threads: 1,
        random_seed: 0,
        mip_max_nodes: maxNodes,
        mip_rel_gap: RELATIVE_GAP,
      });
      const isSolved = solution.Status === 'Optimal' || solution.Status === 'Iteration limit reached';
      const columns = new Map<string, number>();
      for (const [name, column] of Object.entries(solution.Columns)) {
        if ('Primal' in column && typeof column.Primal === 'number') columns.set(name, column.Primal);
      }
      return {
        objective: isSolved || columns.size > 0 ? solution.ObjectiveValue : null,
        // "Optimal" means within the gap that was asked for.
        bound:
          solution.Status === 'Optimal'
            ? solution.ObjectiveValue - RELATIVE_GAP * Math.abs(solution.ObjectiveValue)
            : null,
        columns,
      };
    },
  };
}
