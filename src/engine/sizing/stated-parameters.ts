/** Whether the parameters that a caller states for a model are those that its layers make. */
import type { Transformer } from '../catalogue/model-card.js';
import { type Finding, finding } from '../finding.js';
import { type Fault, fault } from '../question-error.js';
import { countParameters } from './training/architecture.js';

/**
 * Ratio of stated to counted, either way. Of the 230 seeded language models 229 are within 1.2 (a vision tower is what the
 * layers do not count); three times more or less is no reading of the same model.
 */
const NOTED_RATIO = 1.2;
const REFUSED_RATIO = 3;

export interface ParameterCheck {
  readonly fault: Fault | null;
  readonly findings: readonly Finding[];
}

/** `pointer` is that of the model; parameters in 10^9. */
export function checkStatedParameters(transformer: Transformer, pointer: string): ParameterCheck {
  const stated = transformer.parametersBillion;
  const counted = Number((countParameters(transformer, stated * 1e9).total / 1e9).toPrecision(3));
  const ratio = Math.max(stated / counted, counted / stated);
  if (ratio > REFUSED_RATIO)
    return {
      fault: fault('contradiction', `${pointer}/parametersBillion`, {
        first: 'parametersBillion',
        second: 'layers, hiddenSize and the other sizes',
        why: `they make ${counted} billion parameters, not ${stated}`,
      }),
      findings: [],
    };
  return {
    fault: null,
    findings:
      ratio > NOTED_RATIO
        ? [finding('parameters-unlike-layers', { parametersBillion: stated, countedBillion: counted })]
        : [],
  };
}
