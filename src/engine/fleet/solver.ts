/** A solver of linear and mixed-integer programmes, loaded outside of the engine and handed in. */
export interface LinearSolver {
  /** Solves a programme in CPLEX LP text. Deterministic; the limit is counted in branch-and-bound nodes. */
  solve(programme: string, options: { readonly maxNodes: number }): LinearSolution;
}

export interface LinearSolution {
  /** Value of the solution; null = none was found. */
  readonly objective: number | null;
  /** Proven bound of the objective, where the solver tells it; null otherwise. */
  readonly bound: number | null;
  readonly columns: ReadonlyMap<string, number>;
}
