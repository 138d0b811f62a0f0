/**
 * How the time that no card shortens (launches, the host's share) and the card's own work make one time.
 *
 * overlapped: kernels are launched asynchronously, so the host prepares the next while the card computes (CUDA C Programming
 *   Guide, "Asynchronous Concurrent Execution"): the longer of the two decides, and where they are alike neither hides the other
 *   in full: t = √(fixed² + work²).
 * sequential: one after the other, as the host's part of an OCR page, or a decoder after its encoder: t = fixed + work.
 *
 * Worked example: 10 ms of launches beside 10 ms of work take 14.1 ms overlapped, 20 ms one after the other.
 */
export type Overlap = 'overlapped' | 'sequential';

/** Seconds of both together. */
export function together(fixed: number, work: number, overlap: Overlap): number {
  return overlap === 'sequential' ? fixed + work : Math.hypot(fixed, work);
}

/** Seconds of the work in a time that holds `fixed` too; `fixed` is at most the total. */
export function workIn(total: number, fixed: number, overlap: Overlap): number {
  return overlap === 'sequential' ? total - fixed : Math.sqrt(total ** 2 - fixed ** 2);
}
