/** What a script can tell from how the program ended. */
export const EXIT = {
  ok: 0,
  /** Something of ours broke. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The service refused the request: its shape or its meaning is wrong, or it is not allowed. */
  refused: 3,
  /** The answer is no: nothing fits, not supported, not valid. */
  no: 4,
  /** The service cannot be reached, or is busy or down for longer than was waited. */
  unavailable: 5,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
