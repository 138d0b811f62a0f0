/** A model-training question with its names resolved: the references to start from and the work to be done. */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import { type Finding, finding, OWN_REFERENCE } from '../../finding.js';
import { type Fault, fault, QuestionError } from '../../question-error.js';
import { nearestNames, normaliseName } from '../../sizing/reference/names.js';
import type { Reference, TransferRule } from '../../sizing/reference/transfer.js';
import {
  type AskedTraining,
  asReference,
  type ModelReference,
  type ModelReferences,
  modelReferences,
  scalingRatio,
} from '../../sizing/training/model-reference.js';
import { withoutEffect } from '../option-parts.js';
import type { PrepareContext } from '../scenario.js';
import type { ModelTrainingWorkload } from './model-training-schema.js';
import { type Range, rangeOf } from './question.js';

export interface ModelTrainingQuestion {
  readonly workload: ModelTrainingWorkload;
  readonly name: string;
  readonly cardId: string | null;
  readonly parametersBillion: number | null;
  readonly references: ModelReferences;
  /** Measured rows of the model in samples, whatever the run is counted in: what feeding it asks for. */
  readonly sampleRows: readonly ModelReference[];
  /** Rows to start from (empty when only the caller's own run counts). */
  readonly rows: readonly ModelReference[];
  /** Added to ln(rate) of the rows: another model was scaled by its work a sample. */
  readonly lnShift: number;
  readonly isScaled: boolean;
  readonly own: Reference | null;
  /** Tokens of a sample; null where the measurements of the model do not differ by it. */
  readonly sequence: number | null;
  /** samples, tokens or runs. */
  readonly unit: string;
  /** Units of the whole run; null when unknown. */
  readonly work: Range | null;
  readonly kind: string;
  readonly findings: readonly Finding[];
}

const KIND_BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/bert|gnmt|transformer|dlrm|wide|deep|ncf|sim|gat|tft/i, 'text'],
  [/taco|wave|quartz|rnn-t|wav2vec|hifi|whisper/i, 'audio'],
  [/video|wan|unet_3d|3d/i, 'video'],
];

export function modelTrainingQuestion(workload: ModelTrainingWorkload, context: PrepareContext): ModelTrainingQuestion {
  const { catalogue } = context;
  const faults: Fault[] = [];
  const findings: Finding[] = [];
  const at = (field: string) => `${context.pointer}/${field}`;
  const references = catalogue.derive(modelReferences);
  const resolved = resolveName(workload.model, catalogue, references, at('model'));
  if ('fault' in resolved) faults.push(resolved.fault);
  const own = ownReference(workload, catalogue, faults, at);
  const hasRunHours = workload.reference?.runHours !== undefined;
  let work: Range | null = null;
  if (hasRunHours) {
    if (workload.samples !== undefined || workload.epochs !== undefined) {
      faults.push(
        fault('contradiction', at('samples'), {
          first: 'samples, epochs',
          second: 'reference.runHours',
          why: 'the hours of the known run already say how much there is to train',
        }),
      );
    }
    work = { low: 1, expected: 1, high: 1 };
  } else if (workload.samples !== undefined) {
    const samples = rangeOf(workload.samples);
    const epochs = workload.epochs ?? 1;
    work = { low: samples.low * epochs, expected: samples.expected * epochs, high: samples.high * epochs };
  } else if (workload.epochs !== undefined) {
    faults.push(fault('exactly-one-of', at('epochs'), { fields: 'samples with epochs, reference.runHours' }));
  }
  if (faults.length > 0 || 'fault' in resolved) throw new QuestionError(faults);
  if (work === null) findings.push(finding('training-work-unknown', {}));
  if (workload.precision === undefined)
    findings.push(finding('assumed-default', { field: 'precision', value: 'auto' }));
  if (resolved.isScaled && own === null) {
    findings.push(
      finding('training-model-not-measured', { model: resolved.name, reference: resolved.rows[0]?.row.model ?? '' }),
    );
  }
  const rows = own === null ? resolved.rows : [];
  if (own === null && rows.length === 0) {
    throw new QuestionError([
      fault(
        'unknown-training-model',
        at('model'),
        { value: workload.model },
        nearestNames(workload.model, [...references.names.values()]),
      ),
    ]);
  }
  const sequence = sequenceOf(workload, rows, findings);
  const kind = workload.datasetKind ?? KIND_BY_NAME.find(([pattern]) => pattern.test(resolved.name))?.[1] ?? 'images';
  return {
    workload,
    name: resolved.name,
    cardId: resolved.cardId,
    parametersBillion: resolved.parametersBillion,
    references,
    sampleRows: resolved.isScaled ? [] : resolved.rows.filter((row) => row.unit === 'samples'),
    rows,
    lnShift: own === null ? resolved.lnShift : 0,
    isScaled: resolved.isScaled,
    own,
    sequence,
    unit: hasRunHours ? 'runs' : (rows[0]?.unit ?? 'samples'),
    work,
    kind,
    findings,
  };
}

/** The stated sequence, else that of most rows; said where it is assumed, and where nothing depends on it. */
function sequenceOf(
  { sequenceTokens }: ModelTrainingWorkload,
  rows: readonly ModelReference[],
  findings: Finding[],
): number | null {
  const counts = new Map<number, number>();
  for (const { sequence } of rows) if (sequence !== null) counts.set(sequence, (counts.get(sequence) ?? 0) + 1);
  const [usual] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  if (usual === undefined) {
    if (sequenceTokens !== undefined) {
      findings.push(withoutEffect('sequenceTokens', 'no measurement that counts here says how long its samples are'));
    }
    return null;
  }
  if (sequenceTokens === undefined) {
    findings.push(finding('assumed-default', { field: 'sequenceTokens', value: usual[0] }));
  }
  return sequenceTokens ?? usual[0];
}

interface ResolvedName {
  readonly name: string;
  readonly cardId: string | null;
  readonly parametersBillion: number | null;
  readonly rows: readonly ModelReference[];
  readonly lnShift: number;
  readonly isScaled: boolean;
}

/** A measured model by its printed name, else a model card and through its aliases or its work a sample. */
function resolveName(
  name: string,
  catalogue: Catalogue,
  references: ModelReferences,
  pointer: string,
): ResolvedName | { readonly fault: Fault } {
  const direct = oneUnit(references.of(name));
  const resolution = catalogue.resolveModel(name, pointer);
  const card = 'found' in resolution ? resolution.found : null;
  const parametersOf = (rows: readonly ModelReference[]) =>
    card?.parametersBillion ?? rows.find((r) => r.parametersBillion !== null)?.parametersBillion ?? null;
  if (direct.length > 0) {
    return {
      name: references.names.get(normaliseName(name)) ?? name,
      cardId: card?.id ?? null,
      parametersBillion: parametersOf(direct),
      rows: direct,
      lnShift: 0,
      isScaled: false,
    };
  }
  if (card === null) {
    return 'fault' in resolution
      ? {
          fault: fault(
            'unknown-training-model',
            pointer,
            { value: name },
            nearestNames(name, [...references.names.values()]),
          ),
        }
      : { fault: fault('unknown-model', pointer, { value: name }) };
  }
  for (const alias of [card.name, card.id, card.huggingFaceId ?? '', ...card.aliases]) {
    const rows = oneUnit(references.of(alias.replace(/^.*\//, '')));
    if (rows.length > 0) {
      return {
        name: card.name,
        cardId: card.id,
        parametersBillion: parametersOf(rows),
        rows,
        lnShift: 0,
        isScaled: false,
      };
    }
  }
  // Not measured: the measured model of the nearest size, scaled by parameters (work a sample grows with them).
  let best: readonly ModelReference[] = [];
  let distance = Number.POSITIVE_INFINITY;
  let shift = 0;
  const size = card.parametersBillion;
  for (const measured of references.names.values()) {
    const rows = oneUnit(references.of(measured));
    const other = rows[0]?.parametersBillion ?? null;
    if (size === null || other === null || rows[0]?.unit !== 'samples') continue;
    const step = Math.log(other / size);
    if (Math.abs(step) < distance) {
      distance = Math.abs(step);
      best = rows;
      shift = step;
    }
  }
  return { name: card.name, cardId: card.id, parametersBillion: size, rows: best, lnShift: shift, isScaled: true };
}

/** Rows of the unit that most rows have: images and runs do not mix. */
function oneUnit(rows: readonly ModelReference[]): readonly ModelReference[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row.unit, (counts.get(row.unit) ?? 0) + 1);
  const best = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
  return rows.filter((row) => row.unit === best);
}

function ownReference(
  workload: ModelTrainingWorkload,
  catalogue: Catalogue,
  faults: Fault[],
  at: (field: string) => string,
): Reference | null {
  const stated = workload.reference;
  if (stated === undefined) return null;
  if ((stated.runHours === undefined) === (stated.samplesPerSecond === undefined)) {
    faults.push(fault('exactly-one-of', at('reference'), { fields: 'runHours, samplesPerSecond' }));
    return null;
  }
  const resolution = catalogue.resolveAccelerator(stated.accelerator, at('reference/accelerator'));
  if ('fault' in resolution) {
    faults.push(resolution.fault);
    return null;
  }
  const accelerator = resolution.found;
  const perServer = Math.min(stated.acceleratorCount, stated.acceleratorsPerServer ?? 8);
  const ratio = scalingRatio({
    devices: stated.acceleratorCount,
    perServer,
    isFastLink: hasFastLink(accelerator),
    hasRdma: true,
  });
  const rate = stated.samplesPerSecond ?? 1 / ((stated.runHours ?? 1) * 3600);
  return {
    id: OWN_REFERENCE,
    accelerator,
    mode: modeOn(accelerator, workload.precision ?? 'auto'),
    lnRate: Math.log(rate / stated.acceleratorCount / ratio),
    sigma: 0.08,
  };
}

export function hasFastLink(accelerator: Accelerator): boolean {
  return (accelerator.interconnectGBps ?? 0) >= 300 && !/pcie/.test(accelerator.id);
}

/** Precision that `auto` means on a card: 16-bit mixed precision where it has the units. */
export function modeOn(accelerator: Accelerator, precision: string): string {
  if (precision !== 'auto') return precision;
  return accelerator.fp16Tflops ? 'fp16' : 'fp32';
}

/** The references of a question as the transfer wants them. */
export function referencesFor(question: ModelTrainingQuestion, mode: string, devices: number): readonly Reference[] {
  if (question.own) return [question.own];
  return question.rows.map((row) => {
    const reference = asReference(row, { ...askedOf(question, devices), mode });
    return {
      ...reference,
      lnRate: reference.lnRate + question.lnShift,
      sigma: question.isScaled ? Math.hypot(reference.sigma, 0.5) : reference.sigma,
    };
  });
}

/** What a question says of how it trains, on so many cards. */
export function askedOf({ workload, sequence }: ModelTrainingQuestion, devices: number): Omit<AskedTraining, 'mode'> {
  return {
    devices,
    sequence,
    batch: workload.globalBatchSamples === undefined ? null : workload.globalBatchSamples / devices,
    framework: workload.framework ?? null,
  };
}

/** How the speeds of a question are carried: as the model does whose measurements it starts from. */
export function ruleOf({ references, rows, name }: ModelTrainingQuestion): TransferRule {
  return references.ruleOf(rows[0]?.row.model ?? name);
}
