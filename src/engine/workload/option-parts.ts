/** Pieces that the options of several scenarios share, so that each scenario writes only what it knows. */
import type { Facts, FindingCode } from '../finding.js';
import { finding } from '../finding.js';
import { LateRejection } from './late.js';
import type { LoadTest, MemoryParts, Parallelism, PlacementOutcome, Rejection, RoadmapStep } from './scenario.js';

/** Cards that work side by side: every device is its own copy. */
export function sideBySide(devices: number): Parallelism {
  return { tensor: 1, pipeline: 1, data: devices, expert: 1 };
}

export function reject(code: FindingCode, facts: Facts = {}): Rejection {
  return new LateRejection(code, () => finding(code, facts));
}

/** All reasons why a shape fails. */
export function rejected(rejections: readonly Rejection[]): PlacementOutcome {
  return { options: [], rejections };
}

/** An option to test: allowed, but nobody publishes a figure for it. */
export function unknownOutcome(): PlacementOutcome {
  return { options: [], rejections: [], isUnknown: true };
}

/** Memory of a device that needs `needed` GiB in one part. */
export function memoryOf(device: number | null, parts: Omit<MemoryParts, 'device' | 'usable' | 'total'>): MemoryParts {
  const amounts = Object.values(parts).filter((n): n is number => typeof n === 'number');
  return {
    device,
    usable: device,
    ...parts,
    total: amounts.length === 0 ? null : amounts.reduce((a, b) => a + b, 0),
  };
}

/** Free share of the usable memory; null when either is unknown. */
export function headroom(memory: MemoryParts): number | null {
  if (memory.usable === null || memory.total === null || memory.usable <= 0) return null;
  return (memory.usable - memory.total) / memory.usable;
}

/** A finding for every field that the caller left out. */
export function assumed(field: string, value: string | number | boolean) {
  return finding('assumed-default', { field, value });
}

/** A stated field that this question does not read: said, never silently dropped. */
export function withoutEffect(field: string, why: string) {
  return finding('field-without-effect', { field, why });
}

export interface TestPlan {
  readonly what: string;
  readonly accelerator: string | null;
  readonly measure: readonly string[];
  readonly decide: LoadTest['decide'];
  readonly commands: LoadTest['commands'];
}

/** The first real-load test in the words of the guides: one card, data near production, then decide. */
export function firstTest(plan: TestPlan): LoadTest {
  return {
    summary:
      plan.accelerator === null
        ? finding('test-first-any-card', { what: plan.what })
        : finding('test-first-on-card', { what: plan.what, accelerator: plan.accelerator }),
    measure: plan.measure,
    decide: plan.decide,
    commands: plan.commands,
  };
}

/** Numbers the steps of a road. */
export function road(
  steps: readonly { readonly title: RoadmapStep['title']; readonly because?: RoadmapStep['because'] }[],
): RoadmapStep[] {
  return steps.map((step, index) => ({ step: index + 1, title: step.title, because: step.because ?? [] }));
}
