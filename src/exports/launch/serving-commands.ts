/**
 * Command lines that start one replica with the plan's layout and memory settings. Flags as documented by vLLM 0.10
 * (`vllm serve --help`), SGLang 0.5 (server arguments) and TensorRT-LLM 1.0 (`trtllm-serve`).
 */
import type { Serving } from '../deployment.js';
import { variable, words } from '../shell.js';

export const SERVING_PORT = 8000;

const BITS16: Readonly<Record<string, string>> = { bf16: 'bfloat16', fp16: 'float16', fp32: 'float32' };

/** Quantisations that an engine applies while it loads 16-bit weights; others are found in the checkpoint itself. */
function quantization({ weightPrecision }: Serving): string | null {
  return weightPrecision === 'fp8' ? 'fp8' : null;
}

export function vllmCommand(model: string, s: Serving): readonly string[] {
  const bits = BITS16[s.weightPrecision ?? ''];
  const quantized = quantization(s);
  return words(
    'vllm',
    'serve',
    model,
    ['--tensor-parallel-size', s.tensor],
    ['--pipeline-parallel-size', s.pipeline],
    s.attentionData > 1 ? ['--data-parallel-size', s.attentionData] : null,
    s.expert > 1 ? '--enable-expert-parallel' : null,
    ['--gpu-memory-utilization', s.memoryUtilizationRatio],
    ['--max-model-len', s.maxContextTokens],
    ['--max-num-batched-tokens', s.maxBatchedTokens],
    s.maxSequences === null ? null : ['--max-num-seqs', s.maxSequences],
    bits === undefined ? null : ['--dtype', bits],
    quantized === null ? null : ['--quantization', quantized],
    s.cachePrecision === 'fp8' ? ['--kv-cache-dtype', 'fp8'] : null,
    s.chunksPrefill ? null : '--no-enable-chunked-prefill',
    s.usesCudaGraphs ? null : '--enforce-eager',
    s.serversPerReplica > 1 ? ['--distributed-executor-backend', 'ray'] : null,
    ['--port', SERVING_PORT],
  );
}

export function sglangCommand(model: string, s: Serving): readonly string[] {
  const bits = BITS16[s.weightPrecision ?? ''];
  const quantized = quantization(s);
  // SGLang counts all devices of a stage in --tp-size, and splits attention within them by --dp-size.
  return words(
    'python3',
    '-m',
    'sglang.launch_server',
    ['--model-path', model],
    ['--tp-size', s.tensor * s.attentionData],
    ['--pp-size', s.pipeline],
    s.attentionData > 1 ? ['--dp-size', s.attentionData] : null,
    s.attentionData > 1 ? '--enable-dp-attention' : null,
    s.expert > 1 ? ['--ep-size', s.expert] : null,
    ['--mem-fraction-static', s.memoryUtilizationRatio],
    ['--context-length', s.maxContextTokens],
    ['--chunked-prefill-size', s.chunksPrefill ? s.maxBatchedTokens : -1],
    s.maxSequences === null ? null : ['--max-running-requests', s.maxSequences],
    bits === undefined ? null : ['--dtype', bits],
    quantized === null ? null : ['--quantization', quantized],
    s.cachePrecision === 'fp8' ? ['--kv-cache-dtype', 'fp8_e5m2'] : null,
    s.usesCudaGraphs ? null : '--disable-cuda-graph',
    s.serversPerReplica > 1 ? ['--nnodes', s.serversPerReplica] : null,
    s.serversPerReplica > 1 ? ['--node-rank', variable('NODE_RANK')] : null,
    s.serversPerReplica > 1 ? ['--dist-init-addr', variable('HEAD_ADDRESS', 'head:20000')] : null,
    ['--host', '0.0.0.0'],
    ['--port', SERVING_PORT],
  );
}

export function tensorrtLlmCommand(model: string, s: Serving): readonly string[] {
  return words(
    'trtllm-serve',
    model,
    ['--backend', 'pytorch'],
    ['--tp_size', s.tensor * s.attentionData],
    ['--pp_size', s.pipeline],
    s.expert > 1 ? ['--ep_size', s.expert] : null,
    // This engine's ratio is of the memory that is free after loading, not of the whole device.
    ['--kv_cache_free_gpu_memory_fraction', s.freeMemoryForCacheRatio],
    ['--max_seq_len', s.maxContextTokens],
    ['--max_num_tokens', s.maxBatchedTokens],
    s.maxSequences === null ? null : ['--max_batch_size', s.maxSequences],
    ['--host', '0.0.0.0'],
    ['--port', SERVING_PORT],
  );
}

/** Command of the engine that the plan was sized for; vLLM's where that engine has no server of its own here. */
export function servingCommand(model: string, serving: Serving): readonly string[] {
  if (serving.engine === 'sglang') return sglangCommand(model, serving);
  if (serving.engine === 'tensorrt-llm') return tensorrtLlmCommand(model, serving);
  return vllmCommand(model, serving);
}

/** Public images of the engines; the tag is left to the reader because the plan does not depend on it. */
export function servingImage(engine: string): string {
  if (engine === 'sglang') return 'lmsysorg/sglang:latest';
  if (engine === 'tensorrt-llm') return 'nvcr.io/nvidia/tensorrt-llm/release:latest';
  return 'vllm/vllm-openai:latest';
}
