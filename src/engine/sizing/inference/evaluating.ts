/** Answers `/evaluate` for one named configuration: fit, memory by part, speed, and what is unsupported. */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import { namedShape } from '../../catalogue/named-type.js';
import { type Finding, finding } from '../../finding.js';
import { type Fault, fault, QuestionError } from '../../question-error.js';
import { BYTES_PER_GIB } from '../../units.js';
import type { EvaluateReply, HardwareShape } from '../../workload/scenario.js';
import { capacityOf } from './capacity.js';
import type { Compatibility } from './compatibility.js';
import { corrected, loadOnReplica, NEAREST_FOR_ONE } from './corrected.js';
import { samplingDefault } from './engine-memory.js';
import { devicesOf, type Layout, layoutFault, layoutsFor } from './layouts.js';
import { Served } from './performance.js';
import { cardCompatibility, deviceOf, headroomOf, layoutFinding, memoryParts, shortage } from './placing.js';
import type { WeightPrecision } from './precision.js';
import { cachePrecision, type InferenceQuestion, prepareQuestion } from './question.js';
import type { LlmInferenceConfiguration, LlmInferenceWorkload } from './question-schema.js';
import { type DeviceContext, makeReplica, replicaMemory } from './replica.js';

export interface Hardware {
  readonly card: Accelerator;
  readonly deviceGiB: number | null;
  readonly share: number;
  readonly count: number;
  readonly perServer: number;
  readonly interconnect: HardwareShape['interconnect'];
  readonly rdmaGbps: number | null;
}

/** Memory of a whole card as the driver reports it, GiB. */
export function cardMemoryGiB(card: Accelerator): number | null {
  return card.cudaVisibleMemoryGiB ?? card.usableMemoryGiB ?? (card.memoryGiB === null ? null : card.memoryGiB * 0.96);
}

function hardwareOf(
  c: LlmInferenceConfiguration,
  catalogue: Catalogue,
  pointer: string,
  faults: Fault[],
): Hardware | null {
  if ((c.accelerator === undefined) === (c.instanceType === undefined)) {
    faults.push(fault('exactly-one-of', pointer, { fields: 'accelerator, instanceType' }));
    return null;
  }
  if (c.instanceType !== undefined) return instanceHardware(c, c.instanceType, catalogue, pointer, faults);
  if (c.servers !== undefined) {
    faults.push(
      fault('contradiction', `${pointer}/servers`, {
        first: 'servers',
        second: 'accelerator',
        why: 'servers are counted for an instance type',
      }),
    );
  }
  const resolved = catalogue.resolveAccelerator(c.accelerator ?? '', `${pointer}/accelerator`);
  if ('fault' in resolved) {
    faults.push(resolved.fault);
    return null;
  }
  const tensor = c.tensorParallel ?? 1;
  const count = c.acceleratorCount ?? tensor * (c.pipelineParallel ?? 1) * (c.attentionDataParallel ?? 1);
  return {
    card: resolved.found,
    deviceGiB: cardMemoryGiB(resolved.found),
    share: 1,
    count,
    perServer: count,
    interconnect: c.interconnect ?? null,
    rdmaGbps: null,
  };
}

function instanceHardware(
  c: LlmInferenceConfiguration,
  name: string,
  catalogue: Catalogue,
  pointer: string,
  faults: Fault[],
): Hardware | null {
  const resolved = namedShape(catalogue, name, `${pointer}/instanceType`);
  if ('fault' in resolved) {
    faults.push(resolved.fault);
    return null;
  }
  const { shape } = resolved;
  const servers = c.servers ?? 1;
  const count = shape.count * servers;
  if (c.acceleratorCount !== undefined && c.acceleratorCount !== count) {
    faults.push(
      fault('contradiction', `${pointer}/acceleratorCount`, {
        first: 'acceleratorCount',
        second: 'instanceType × servers',
        why: `${servers} × ${name} hold ${count} accelerators, not ${c.acceleratorCount}`,
      }),
    );
  }
  return {
    card: shape.accelerator,
    deviceGiB: deviceOf(shape)?.deviceGiB ?? null,
    share: shape.share,
    count,
    perServer: shape.count,
    interconnect: c.interconnect ?? shape.interconnect,
    rdmaGbps: shape.rdmaGbps,
  };
}

/** One configuration with everything resolved: what `/evaluate` and the validation report both stand on. */
export interface Evaluation {
  readonly question: InferenceQuestion;
  readonly hardware: Hardware;
  readonly compatibility: Compatibility;
  readonly layout: Layout;
  readonly replicas: number;
}

/** Resolves a configuration; throws `QuestionError` for what cannot be meant. */
export function resolveEvaluation(
  workload: LlmInferenceWorkload,
  configuration: LlmInferenceConfiguration,
  catalogue: Catalogue,
  pointer: string,
): Evaluation {
  const faults: Fault[] = [];
  const at = `${pointer.replace(/\/workload$/, '')}/configuration`;
  const hardware = hardwareOf(configuration, catalogue, at, faults);
  let question: InferenceQuestion | null = null;
  try {
    question = prepareQuestion(workload, catalogue, pointer, configuration.engine);
  } catch (error) {
    if (!(error instanceof QuestionError)) throw error;
    faults.push(...error.faults);
  }
  if (!hardware || !question || faults.length > 0) throw new QuestionError(faults);
  const compatibility = cardCompatibility(question, { accelerator: hardware.card });
  const layout = chooseLayout(question, hardware, configuration, compatibility.precision, at);
  return { question, hardware, compatibility, layout, replicas: hardware.count / devicesOf(layout) };
}

/** The named layout, or the smallest legal one that fits; 422 when it cannot be. */
function chooseLayout(
  q: InferenceQuestion,
  hardware: Hardware,
  configuration: LlmInferenceConfiguration,
  precision: WeightPrecision,
  at: string,
): Layout {
  const { count } = hardware;
  const pipeline = configuration.pipelineParallel ?? 1;
  const expert = configuration.expertParallel ?? 1;
  const attentionData = configuration.attentionDataParallel ?? 1;
  const illegal = (why: string) => new QuestionError([fault('layout-illegal', at, { why })]);
  if (hardware.share < 1 && (configuration.tensorParallel ?? 1) * pipeline * attentionData > 1) {
    throw illegal('slices of a card cannot work together: a process sees one of them');
  }
  if (configuration.tensorParallel !== undefined) {
    const layout: Layout = { tensor: configuration.tensorParallel, pipeline, expert, attentionData };
    const why = layoutFault(q.model, layout);
    if (why) throw illegal(why);
    if (count % devicesOf(layout) !== 0) {
      throw illegal(`${count} accelerators are not a whole number of replicas of ${devicesOf(layout)}`);
    }
    return layout;
  }
  const device = deviceOfHardware(hardware);
  let last: Layout | null = null;
  const limit = hardware.share < 1 ? 1 : count;
  for (let tensor = 1; tensor <= limit; tensor++) {
    const layout: Layout = { tensor, pipeline, expert, attentionData };
    if (count % devicesOf(layout) !== 0 || layoutFault(q.model, layout) !== null) continue;
    last = layout;
    if (!device || replicaMemory(q, q.engine, precision, device, layout).fits) return layout;
  }
  if (last) return last;
  const some = expert === 1 && attentionData === 1 ? layoutsFor(q.model, count)[0] : undefined;
  if (some && configuration.pipelineParallel === undefined && hardware.share === 1) return some;
  throw illegal(
    `no tensor parallel degree of ${q.model.name} makes whole replicas of ${count} accelerators with pipeline ${pipeline}, expert ${expert}`,
  );
}

/** Device of an evaluation; null when its memory is unknown. */
export function deviceOfHardware(h: Hardware): DeviceContext | null {
  if (h.deviceGiB === null) return null;
  return { card: h.card, share: h.share, deviceGiB: h.deviceGiB, interconnect: h.interconnect, rdmaGbps: h.rdmaGbps };
}

/** Evaluates one configuration; throws `QuestionError` for what cannot be meant. */
export function evaluateInference(
  workload: LlmInferenceWorkload,
  configuration: LlmInferenceConfiguration,
  catalogue: Catalogue,
  pointer: string,
): EvaluateReply {
  const { question, hardware, compatibility, layout, replicas } = resolveEvaluation(
    workload,
    configuration,
    catalogue,
    pointer,
  );
  const { card, count } = hardware;
  const findings: Finding[] = [...question.findings];
  const supported = { ok: compatibility.ok, because: compatibility.because, nearest: compatibility.nearest };
  const shown = {
    accelerator: card.id,
    acceleratorCount: count,
    tensorParallel: layout.tensor,
    pipelineParallel: layout.pipeline,
    expertParallel: layout.expert,
    attentionDataParallel: layout.attentionData,
    replicas,
    engine: question.engine.name,
    engineVersion: question.engine.version,
    precision: compatibility.precision,
    interconnect: hardware.interconnect,
  };
  findings.push(layoutFinding(layout));
  const served = cachePrecision(question, compatibility.precision);
  if (!question.isKvPrecisionStated && served !== 'fp16') {
    findings.push(
      finding('checkpoint-cache-precision', {
        engine: question.engine.name,
        weightPrecision: compatibility.precision,
        kvCachePrecision: served,
      }),
    );
  }
  const device = deviceOfHardware(hardware);
  if (!device) {
    return {
      fits: null,
      headroomRatio: null,
      memory: { perAcceleratorGiB: { device: null, usable: null, total: null } },
      performance: {},
      supported,
      configuration: shown,
      findings: [...findings, finding('accelerator-facts-unknown', { accelerator: card.name })],
    };
  }
  const inFlight = question.load.kind === 'concurrency' ? Math.ceil(question.load.inFlight.expected / replicas) : 1;
  const budget = replicaMemory(question, question.engine, compatibility.precision, device, layout, inFlight);
  const sampling = samplingDefault(question.engine, card.id, device.deviceGiB);
  if (sampling) {
    const bytes = question.model.vocabularySize * sampling.logitBytes * (sampling.engineDefault - sampling.reserved);
    findings.push(
      finding('sampling-memory-default', {
        maxSequences: sampling.reserved,
        engineDefault: sampling.engineDefault,
        extraGiB: Number((bytes / BYTES_PER_GIB).toPrecision(2)),
      }),
    );
  }
  const headroom = headroomOf(budget);
  let performance: EvaluateReply['performance'] = {};
  if (!budget.fits) findings.push(shortage(card.name, budget, devicesOf(layout)));
  else {
    if (headroom < 0.05) {
      const freeGiB = budget.cacheGiB - budget.longestSequenceGiB;
      findings.push(finding('memory-tight', { freeGiB, usableGiB: budget.usableGiB }));
    }
    const replica = compatibility.ok ? makeReplica(question, device, layout, compatibility.precision) : null;
    if (replica) {
      const load = loadOnReplica(question, replica, replicas);
      const one = corrected(question, replica, compatibility.precision, load, NEAREST_FOR_ONE);
      const capacity = capacityOf(one.replica, question.goals, question.request);
      const answer = new Served(one, question, replicas, capacity, true);
      ({ performance } = answer);
      findings.push(...answer.findings);
    } else if (compatibility.ok) findings.push(finding('accelerator-facts-unknown', { accelerator: card.name }));
  }
  return {
    fits: budget.fits,
    headroomRatio: headroom,
    memory: {
      perAcceleratorGiB: memoryParts(budget),
      kvCacheTokens: budget.kvCacheTokens,
      maxConcurrency: budget.maxConcurrency,
    },
    performance,
    supported,
    configuration: shown,
    findings,
  };
}
