/** What to test first, and the road from one card to the fleet. */
import { type Finding, finding } from '../../finding.js';
import type { HardwareShape, LoadTest, PlacementOption, RoadmapStep } from '../../workload/scenario.js';
import type { InferenceQuestion } from './question.js';

/** Measured differences beyond this are worth a calibration. */
const TOLERANCE_PERCENT = 20;

interface Winner {
  readonly shape: HardwareShape;
  readonly option: PlacementOption;
}

/** The first test with real load, with ready commands of the engines' own benchmarks. */
export function loadTestOf(q: InferenceQuestion, winner: Winner | null): LoadTest {
  const option = winner?.option ?? null;
  const devices = option ? option.parallelism.tensor * option.parallelism.pipeline : 1;
  const concurrency = Math.max(1, Math.floor(option?.performance.maxConcurrency?.expected ?? 1));
  const { inputTokens, outputTokens } = q.request;
  const model = q.model.name;
  const decide: Finding[] = [];
  for (const metric of ['timeToFirstTokenMs', 'timePerOutputTokenMs', 'outputTokensPerSecond']) {
    const e = option?.performance[metric];
    if (e)
      decide.push(
        finding('load-test-decide', {
          metric,
          tolerancePercent: TOLERANCE_PERCENT,
          expected: Number(e.expected.toPrecision(4)),
        }),
      );
  }
  const serveCommand =
    q.engine.name === 'sglang'
      ? `python -m sglang.launch_server --model-path ${model} --tp ${option?.parallelism.tensor ?? 1} --mem-fraction-static ${q.engine.memoryUtilizationRatio ?? 0.9}`
      : q.engine.name === 'tensorrt-llm'
        ? `trtllm-serve ${model} --tp_size ${option?.parallelism.tensor ?? 1} --kv_cache_free_gpu_memory_fraction ${q.engine.memoryUtilizationRatio ?? 0.9}`
        : `vllm serve ${model} --tensor-parallel-size ${option?.parallelism.tensor ?? 1} --pipeline-parallel-size ${option?.parallelism.pipeline ?? 1} --gpu-memory-utilization ${q.engine.memoryUtilizationRatio ?? 0.9} --max-num-batched-tokens ${q.engine.maxBatchedTokens} ${q.engine.maxSequences === null ? '' : `--max-num-seqs ${q.engine.maxSequences} `}--max-model-len ${q.maxContextTokens.expected}`;
  return {
    summary: finding('load-test-summary', {
      devices,
      accelerator: winner?.shape.accelerator.name ?? 'the smallest card that fits',
      inputTokens,
      outputTokens,
      concurrency,
    }),
    measure: [
      'timeToFirstTokenMs',
      'timePerOutputTokenMs',
      'endToEndLatencyMs',
      'outputTokensPerSecond',
      'gpu memory',
      'preemptions',
    ],
    decide,
    commands: [
      { tool: q.engine.name, command: serveCommand },
      {
        tool: 'vllm bench',
        command: `vllm bench serve --model ${model} --dataset-name random --random-input-len ${inputTokens} --random-output-len ${outputTokens} --max-concurrency ${concurrency} --num-prompts ${Math.max(50, 10 * concurrency)}`,
      },
      {
        tool: 'genai-perf',
        command: `genai-perf profile -m ${model} --service-kind openai --endpoint-type chat --streaming --synthetic-input-tokens-mean ${inputTokens} --output-tokens-mean ${outputTokens} --concurrency ${concurrency} --url localhost:8000`,
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
  const devices = option.parallelism.tensor * option.parallelism.pipeline;
  const steps: RoadmapStep[] = [];
  const add = (title: Finding, because: readonly Finding[] = []): void => {
    steps.push({ step: steps.length + 1, title, because });
  };
  add(finding('roadmap-one-card', { devices, accelerator: shape.accelerator.name }));
  add(finding('roadmap-load-test', { maxConcurrency: Math.floor(option.performance.maxConcurrency?.expected ?? 1) }));
  const load = option.utilisationRatio ?? 1;
  if (load < 0.5 && servers === 1) add(finding('roadmap-share', { utilisationRatio: Number(load.toPrecision(3)) }));
  if (q.load.kind !== 'saturated')
    add(
      finding('roadmap-scale', { servers }),
      option.findings.filter((f) => f.code === 'binding-limit'),
    );
  add(finding('roadmap-steady'));
  return steps;
}
