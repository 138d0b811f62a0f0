/** What to test first, and the road from one card to the fleet. */

import { type Finding, finding } from '../../finding.js';
import { measures } from '../../measures.js';
import { oneLine, variable, words } from '../../shell.js';
import type { HardwareShape, LoadTest, PlacementOption, RoadmapStep } from '../../workload/scenario.js';
import type { InferenceQuestion } from './question.js';
import {
  freeMemoryRatio,
  ownServingCommand,
  SERVING_PORT,
  type ServingSetup,
  shareOfDevice,
} from './serving-commands.js';

/** Measured differences beyond this are worth a calibration. */
const TOLERANCE_PERCENT = 20;

interface Winner {
  readonly shape: HardwareShape;
  readonly option: PlacementOption;
}

/** Least requests of a test, so that its median means something. */
const LEAST_PROMPTS = 50;
/** Requests of a test for each one in flight: the first and the last, which run in an emptier engine, are then few. */
const PROMPTS_PER_SLOT = 10;
/** Length of a test at an arrival rate, seconds. */
const RATE_TEST_SECONDS = 300;

/** Replicas that share the load; spares wait. */
function replicasOf({ unitsAtPeak, replicasPerUnit }: PlacementOption): number {
  return Math.max(1, Math.ceil(unitsAtPeak - 1e-9)) * replicasPerUnit;
}

/** The most that one replica takes at once within memory and goals. */
function replicaConcurrency(option: PlacementOption | null): number {
  const all = option?.report.performance.maxConcurrency?.expected ?? 1;
  return Math.max(1, Math.round(all / (option === null ? 1 : replicasOf(option))));
}

/** What one replica is loaded with in a test: its share of the peak, or all that it takes. */
interface TestLoad {
  readonly concurrency: number;
  /** null = requests are kept in flight instead. */
  readonly requestsPerSecond: number | null;
  readonly prompts: number;
}

function testLoad({ load }: InferenceQuestion, option: PlacementOption | null): TestLoad {
  const replicas = option === null ? 1 : replicasOf(option);
  if (load.kind === 'rate') {
    const requestsPerSecond = Number((load.perSecond.expected / replicas).toPrecision(4));
    return {
      concurrency: replicaConcurrency(option),
      requestsPerSecond,
      prompts: Math.max(LEAST_PROMPTS, Math.ceil(requestsPerSecond * RATE_TEST_SECONDS)),
    };
  }
  const concurrency =
    load.kind === 'concurrency'
      ? Math.max(1, Math.ceil(load.inFlight.expected / replicas))
      : replicaConcurrency(option);
  return { concurrency, requestsPerSecond: null, prompts: Math.max(LEAST_PROMPTS, PROMPTS_PER_SLOT * concurrency) };
}

function setupOf(q: InferenceQuestion, option: PlacementOption | null): ServingSetup {
  const chosen = option?.report.findings.find(({ code }) => code === 'layout-chosen')?.facts.attentionData;
  const ratio = q.engine.memoryUtilizationRatio ?? (option ? shareOfDevice(option.memory) : null) ?? 0.9;
  return {
    engine: q.engine.name,
    tensor: option?.parallelism.tensor ?? 1,
    pipeline: option?.parallelism.pipeline ?? 1,
    expert: option?.parallelism.expert ?? 1,
    attentionData: typeof chosen === 'number' ? chosen : 1,
    serversPerReplica: option?.serversPerUnit ?? 1,
    memoryUtilizationRatio: ratio,
    freeMemoryForCacheRatio: option === null ? ratio : freeMemoryRatio(option.memory, ratio),
    maxContextTokens: q.maxContextTokens.expected,
    maxBatchedTokens: q.engine.maxBatchedTokens,
    maxSequences: q.engine.maxSequences,
    usesCudaGraphs: q.engine.cudaGraphs,
    chunksPrefill: q.engine.chunkedPrefill,
    weightPrecision: option?.software.precision ?? q.precision,
    cachePrecision: q.isKvPrecisionStated ? q.kvPrecision : null,
  };
}

/**
 * The first test with real load, with ready commands of the engines' own benchmarks. It loads one replica with its share of
 * the peak, so that the times to compare are those of the plan; throughputs of the plan are divided among its replicas.
 */
export function loadTestOf(q: InferenceQuestion, winner: Winner | null): LoadTest {
  const option = winner?.option ?? null;
  const setup = setupOf(q, option);
  const devices = setup.tensor * setup.pipeline * setup.attentionData;
  const load = testLoad(q, option);
  const { inputTokens, outputTokens } = q.request;
  const model = q.hubName ?? variable('MODEL');
  const decide: Finding[] = [];
  for (const metric of ['timeToFirstTokenMs', 'timePerOutputTokenMs', 'outputTokensPerSecond']) {
    const e = option?.report.performance[metric];
    if (!option || !e) continue;
    const expected = metric === 'outputTokensPerSecond' ? e.expected / replicasOf(option) : e.expected;
    decide.push(
      finding('load-test-decide', {
        metric,
        tolerancePercent: TOLERANCE_PERCENT,
        expected: Number(expected.toPrecision(4)),
      }),
    );
  }
  const served = ownServingCommand(model, setup);
  const facts = {
    devices,
    accelerator: winner?.shape.accelerator.name ?? 'the smallest card that fits',
    inputTokens,
    outputTokens,
  };
  return {
    summary:
      load.requestsPerSecond === null
        ? finding('load-test-summary', { ...facts, concurrency: load.concurrency })
        : finding('load-test-at-rate', { ...facts, requestsPerSecond: load.requestsPerSecond }),
    measure: measures(
      'timeToFirstTokenMs',
      'timePerOutputTokenMs',
      'endToEndLatencyMs',
      'outputTokensPerSecond',
      'peakMemory',
      'preemptions',
    ),
    decide,
    commands: [
      ...(served === null ? [] : [{ tool: q.engine.name, command: oneLine(served) }]),
      {
        tool: 'vllm bench',
        command: oneLine(
          words(
            'vllm',
            'bench',
            'serve',
            ['--model', model],
            ['--port', SERVING_PORT],
            ['--dataset-name', 'random'],
            ['--random-input-len', inputTokens],
            ['--random-output-len', outputTokens],
            '--ignore-eos',
            load.requestsPerSecond === null
              ? ['--max-concurrency', load.concurrency]
              : ['--request-rate', load.requestsPerSecond],
            ['--num-prompts', load.prompts],
          ),
        ),
      },
      {
        tool: 'genai-perf',
        command: oneLine(
          words(
            'genai-perf',
            'profile',
            ['-m', model],
            ['--service-kind', 'openai'],
            ['--endpoint-type', 'chat'],
            '--streaming',
            ['--synthetic-input-tokens-mean', inputTokens],
            ['--output-tokens-mean', outputTokens],
            load.requestsPerSecond === null
              ? ['--concurrency', load.concurrency]
              : ['--request-rate', load.requestsPerSecond],
            ['--url', `localhost:${SERVING_PORT}`],
          ),
        ),
      },
    ],
  };
}

/** Steps from one card: validate, load-test, share or scale, commit what is steady. */
export function roadmapOf(
  q: InferenceQuestion,
  winner: (Winner & { readonly servers: number }) | null,
): readonly RoadmapStep[] {
  if (!winner) return [];
  const { option, shape, servers } = winner;
  const { tensor, pipeline, attentionData } = setupOf(q, option);
  const devices = tensor * pipeline * attentionData;
  const steps: RoadmapStep[] = [];
  const add = (title: Finding, because: readonly Finding[] = []): void => {
    steps.push({ step: steps.length + 1, title, because });
  };
  add(finding('roadmap-one-card', { devices, accelerator: shape.accelerator.name }));
  add(finding('roadmap-load-test', { maxConcurrency: replicaConcurrency(option) }));
  const load = option.utilisationRatio ?? 1;
  if (load < 0.5 && servers === 1) add(finding('roadmap-share', { utilisationRatio: Number(load.toPrecision(3)) }));
  if (q.load.kind !== 'saturated')
    add(
      finding('roadmap-scale', { servers }),
      option.report.findings.filter((f) => f.code === 'binding-limit'),
    );
  add(finding('roadmap-steady'));
  return steps;
}
