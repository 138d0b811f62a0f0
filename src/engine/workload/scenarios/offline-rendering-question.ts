/** Resolves an offline rendering question: references found, defaults filled, all faults at once. */
import type { Catalogue } from '../../catalogue/catalogue.js';
import { type Finding, finding, OWN_REFERENCE } from '../../finding.js';
import { type Fault, fault, QuestionError } from '../../question-error.js';
import { normaliseName } from '../../sizing/reference/names.js';
import type { Reference } from '../../sizing/reference/transfer.js';
import { windowHours } from '../../sizing/rendering/batch-plan.js';
import { multiCardEfficiency } from '../../sizing/rendering/frame-scaling.js';
import { CPU_REFERENCE_SIGMA, type FrameReference, VCPU_EQUAL_TO_T4 } from '../../sizing/rendering/frame-time.js';
import { type RenderReferences, renderReferences } from '../../sizing/rendering/render-references.js';
import { canSpill, type Renderer } from '../../sizing/rendering/renderers.js';
import { assumed } from '../option-parts.js';
import type { PrepareContext } from '../scenario.js';
import type { OfflineRenderingWorkload } from './offline-rendering-schema.js';

export interface RenderQuestion {
  readonly workload: OfflineRenderingWorkload;
  readonly frame: FrameReference;
  readonly references: RenderReferences;
  readonly renderer: Renderer;
  readonly maySpill: boolean;
  readonly deadlineHours: number | null;
  readonly startsAt: string | null;
  readonly batchesPerMonth: number;
  readonly availabilityRatio: number;
  readonly sceneMemoryGiB: number | null;
  readonly findings: readonly Finding[];
}

const NIGHTS_PER_MONTH = 22;
/** Run-to-run spread of a caller's own frame time, in ln units. */
const CALLER_SIGMA = 0.05;

export function renderQuestion(workload: OfflineRenderingWorkload, context: PrepareContext): RenderQuestion {
  const faults: Fault[] = [];
  const findings: Finding[] = [];
  const { pointer, catalogue } = context;
  const references = catalogue.derive(renderReferences);
  const fixed = workload.fixedSecondsPerFrame ?? 0;
  if (workload.fixedSecondsPerFrame === undefined) findings.push(assumed('fixedSecondsPerFrame', 0));
  if ((workload.reference === undefined) === (workload.benchmarkScene === undefined)) {
    faults.push(fault('exactly-one-of', pointer, { fields: ['reference', 'benchmarkScene'] }));
  }
  if (workload.deadlineHours !== undefined && workload.window !== undefined) {
    faults.push(fault('exactly-one-of', pointer, { fields: ['deadlineHours', 'window'] }));
  }
  if (workload.window !== undefined && workload.window.startsAt === workload.window.readyBy) {
    faults.push(
      fault('contradiction', `${pointer}/window/readyBy`, {
        first: 'window.startsAt',
        second: 'window.readyBy',
        why: 'a window of no length',
      }),
    );
  }
  const own = ownReference(workload, fixed, catalogue, pointer, faults, findings);
  const published = publishedReferences(workload, references, pointer, faults);
  const renderer = workload.renderer ?? 'other';
  if (workload.renderer === undefined) findings.push(assumed('renderer', 'other'));
  if (workload.allowOutOfCore === true && !canSpill(renderer)) {
    findings.push(finding('renderer-cannot-spill', { renderer }));
  }
  if (workload.allowOutOfCore === true && canSpill(renderer)) findings.push(finding('spill-allowed', { renderer }));
  if (workload.sceneMemoryGiB === undefined) findings.push(finding('scene-memory-unknown'));
  if (faults.length > 0) throw new QuestionError(faults);
  const availabilityRatio = workload.availabilityRatio ?? 0.95;
  if (workload.availabilityRatio === undefined) findings.push(assumed('availabilityRatio', availabilityRatio));
  const batchesPerMonth = workload.batchesPerMonth ?? (workload.window === undefined ? 1 : NIGHTS_PER_MONTH);
  if (workload.batchesPerMonth === undefined) findings.push(assumed('batchesPerMonth', batchesPerMonth));
  if (workload.usesRayTracingCores === undefined) findings.push(assumed('usesRayTracingCores', true));
  return {
    workload,
    frame: {
      references: [...own, ...published],
      fixedSeconds: fixed,
      mode: workload.usesRayTracingCores === false ? 'without-rt' : 'ray-traced',
    },
    references,
    renderer,
    maySpill: workload.allowOutOfCore === true && canSpill(renderer),
    deadlineHours:
      workload.deadlineHours ??
      (workload.window === undefined ? null : windowHours(workload.window.startsAt, workload.window.readyBy)),
    startsAt: workload.window?.startsAt ?? null,
    batchesPerMonth,
    availabilityRatio,
    sceneMemoryGiB: workload.sceneMemoryGiB ?? null,
    findings,
  };
}

function ownReference(
  workload: OfflineRenderingWorkload,
  fixed: number,
  catalogue: Catalogue,
  pointer: string,
  faults: Fault[],
  findings: Finding[],
): Reference[] {
  const own = workload.reference;
  if (own === undefined) return [];
  const at = `${pointer}/reference`;
  if ((own.secondsPerFrame === undefined) === (own.minutesPerFrame === undefined)) {
    faults.push(fault('exactly-one-of', at, { fields: ['secondsPerFrame', 'minutesPerFrame'] }));
    return [];
  }
  if ((own.accelerator === undefined) === (own.vcpu === undefined)) {
    faults.push(fault('exactly-one-of', at, { fields: ['accelerator', 'vcpu'] }));
    return [];
  }
  const seconds = own.secondsPerFrame ?? (own.minutesPerFrame ?? 0) * 60;
  if (fixed >= seconds) {
    faults.push(
      fault('contradiction', `${pointer}/fixedSecondsPerFrame`, {
        first: 'fixedSecondsPerFrame',
        second: 'reference',
        why: `the fixed part of ${fixed} s leaves nothing of the ${seconds} s`,
      }),
    );
    return [];
  }
  const cards = own.acceleratorsPerFrame ?? 1;
  const lnRate = -Math.log((seconds - fixed) * cards * multiCardEfficiency(cards));
  const mode = workload.usesRayTracingCores === false ? 'without-rt' : 'ray-traced';
  if (own.accelerator === undefined) {
    const t4 = catalogue.acceleratorsById.get('t4');
    if (t4 === undefined) return [];
    const vcpu = own.vcpu ?? 1;
    findings.push(finding('cpu-frame-time-rough', { vcpu, vcpuEqualToT4: VCPU_EQUAL_TO_T4 }));
    return [
      {
        id: OWN_REFERENCE,
        accelerator: t4,
        mode,
        lnRate: lnRate - Math.log(vcpu / VCPU_EQUAL_TO_T4),
        sigma: CPU_REFERENCE_SIGMA,
      },
    ];
  }
  const resolved = catalogue.resolveAccelerator(own.accelerator, `${at}/accelerator`);
  if ('fault' in resolved) {
    faults.push(resolved.fault);
    return [];
  }
  return [{ id: OWN_REFERENCE, accelerator: resolved.found, mode, lnRate, sigma: CALLER_SIGMA }];
}

/** Rows of the benchmark scene, found by its name, `renderer scene` or scene alone. */
function publishedReferences(
  workload: OfflineRenderingWorkload,
  references: RenderReferences,
  pointer: string,
  faults: Fault[],
): Reference[] {
  if (workload.benchmarkScene === undefined) return [];
  const wanted = normaliseName(workload.benchmarkScene);
  const timed = references.observations.filter((o) => o.row.metric === 'secondsPerFrame');
  const nameOf = (o: (typeof timed)[number]) => `${o.row.model ?? ''} ${o.row.configuration.scene ?? ''}`;
  const found = timed.filter((o) => {
    const scene = normaliseName(String(o.row.configuration.scene ?? ''));
    return wanted === scene || wanted === normaliseName(nameOf(o)) || wanted === normaliseName(o.group);
  });
  if (found.length === 0) {
    const allowed = [...new Set(timed.map(nameOf))].sort();
    faults.push(
      fault('unknown-benchmark', `${pointer}/benchmarkScene`, { value: workload.benchmarkScene }, allowed.slice(0, 20)),
    );
    return [];
  }
  return found.map((o) => ({
    id: o.row.id,
    accelerator: o.accelerator,
    mode: o.mode,
    lnRate: o.lnRate,
    sigma: (o.row.acceleratorCount > 1 ? 0.05 : 0) + (Number(o.row.configuration.share ?? 1) < 1 ? 0.2 : 0) + 0.06,
  }));
}
