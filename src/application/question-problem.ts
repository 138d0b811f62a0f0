/** A question whose meaning is wrong, as a problem. */
import { faultDetail, QuestionError } from '../engine/question-error.js';
import { Problem } from './problems.js';

/** Runs the engine; its QuestionError becomes `unanswerable-question`. */
export async function asking<T>(ask: () => T | Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof QuestionError ? questionProblem(error) : error;
  }
}

export function questionProblem(error: QuestionError, place: 'pointer' | 'parameter' = 'pointer'): Problem {
  return new Problem('unanswerable-question', {
    errors: error.faults.map((fault) => ({
      [place]: fault.pointer,
      code: fault.code,
      detail: { en: faultDetail(fault, 'en'), zh: faultDetail(fault, 'zh') },
      ...(fault.allowed ? { allowed: fault.allowed.slice(0, 200) } : {}),
    })),
  });
}
