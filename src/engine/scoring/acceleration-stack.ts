import { finding } from '../finding.js';
import type { Candidate, Dimension } from './dimension.js';

/**
 * Acceleration stack: how well the software works on this card out of the box, and what the provider adds.
 *
 * score = 0.7 × maturity + 0.3 × (1 − 0.5^n)
 * - maturity: share of the kernels, precisions and graphs that the engine has on this card (compatibility table).
 * - n: features of the catalogue of a kind that helps this job (inference engine, communication library, graphics licence
 *   …) which apply to this card and family. Each further one is worth half of the one before.
 */
export const ACCELERATION_STACK: Dimension = {
  id: 'accelerationStack',
  label: { en: 'Acceleration stack', zh: '加速软件栈' },
  question: {
    en: 'Do engines, kernels, libraries, drivers and images work on this card out of the box?',
    zh: '引擎、算子、通信库、驱动与镜像在该卡上是否开箱即用？',
  },
  score(candidate) {
    return 0.7 * candidate.option.software.maturityRatio + 0.3 * (1 - 0.5 ** helpful(candidate));
  },
  because(candidate) {
    const { software } = candidate.option;
    const names = candidate.features
      .filter((feature) => software.helpfulFeatureKinds.includes(feature.kind))
      .map((feature) => feature.name);
    const licence =
      candidate.offer.family.includesGraphicsLicence === true &&
      software.helpfulFeatureKinds.includes('graphics-licence');
    return [
      finding('software-fit', { software: software.name, maturity: Number(software.maturityRatio.toFixed(2)) }),
      ...software.because,
      names.length > 0 ? finding('software-features', { features: names }) : finding('software-features-none'),
      ...(licence ? [finding('graphics-licence-included', { family: candidate.offer.family.id })] : []),
    ];
  },
};

function helpful({ features, option, offer }: Candidate): number {
  const kinds = option.software.helpfulFeatureKinds;
  let count = 0;
  for (const feature of features) if (kinds.includes(feature.kind)) count++;
  if (kinds.includes('graphics-licence')) {
    if (offer.family.includesGraphicsLicence === true) count++;
    if (offer.family.includesGraphicsDriver === true) count++;
  }
  return count;
}
