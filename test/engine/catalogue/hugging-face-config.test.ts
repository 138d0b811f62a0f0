import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readHuggingFaceConfig } from '../../../src/engine/catalogue/hugging-face-config.js';

/** Sizes of Llama-3-8B. */
const LLAMA_8B = {
  hidden_size: 4096,
  intermediate_size: 14336,
  num_hidden_layers: 32,
  num_attention_heads: 32,
  num_key_value_heads: 8,
  vocab_size: 128256,
  max_position_embeddings: 131072,
};

describe('a pasted config.json', () => {
  it('of a dense model gives its parameters', () => {
    const read = readHuggingFaceConfig({
      architectures: ['LlamaForCausalLM'],
      ...LLAMA_8B,
      tie_word_embeddings: false,
      torch_dtype: 'bfloat16',
    });
    // 8,030,261,248 by the model page, norms included.
    expect(read.transformer?.parametersBillion).toBe(8.030261248);
    expect(read.transformer?.attention.kind).toBe('gqa');
    expect(read.precision).toBe('bf16');
    expect(read.unused).toEqual([]);
  });

  it.each([
    ['hidden_size', -4096, 'hiddenSize', '-4096', '>= 1'],
    ['hidden_size', 4096.5, 'hiddenSize', '4096.5', 'a whole number'],
    ['num_hidden_layers', 1e300, 'layers', '1e+300', '<= 2000'],
    ['num_attention_heads', 1e300, 'attentionHeads', '1e+300', '<= 4096'],
    ['num_key_value_heads', -8, 'keyValueHeads', '-8', '>= 1'],
    ['head_dim', [0], 'headSize', '0', '>= 1'],
    ['vocab_size', 1e9, 'vocabularySize', '1000000000', '<= 10000000'],
    ['max_position_embeddings', -1, 'maxContextTokens', '-1', '>= 1'],
  ])('with %s of %j, as no model has, is named and not sized', (field, wrong, part, value, expected) => {
    const read = readHuggingFaceConfig({ model_type: 'llama', ...LLAMA_8B, [field]: wrong });
    expect(read.transformer).toBeNull();
    expect(read.missing).toEqual([]);
    expect(read.outOfRange).toEqual({ field: part, value, expected });
  });

  it('of a mixture of experts with compressed attention gives total and active parameters', () => {
    const read = readHuggingFaceConfig({
      model_type: 'deepseek_v3',
      hidden_size: 7168,
      intermediate_size: 18432,
      moe_intermediate_size: 2048,
      num_hidden_layers: 61,
      first_k_dense_replace: 3,
      num_attention_heads: 128,
      num_key_value_heads: 128,
      n_routed_experts: 256,
      n_shared_experts: 1,
      num_experts_per_tok: 8,
      kv_lora_rank: 512,
      q_lora_rank: 1536,
      qk_nope_head_dim: 128,
      qk_rope_head_dim: 64,
      v_head_dim: 128,
      vocab_size: 129280,
      max_position_embeddings: 163840,
      quantization_config: { quant_method: 'fp8', weight_block_size: [128, 128] },
    });
    expect(read.transformer?.parametersBillion).toBeGreaterThan(665);
    expect(read.transformer?.parametersBillion).toBeLessThan(677);
    expect(read.transformer?.activeParametersBillion).toBeGreaterThan(36);
    expect(read.transformer?.activeParametersBillion).toBeLessThan(39);
    expect(read.transformer?.attention).toMatchObject({ kind: 'mla', keyValueRank: 512, ropeHeadSize: 64 });
    expect(read.precision).toBe('fp8');
  });

  it('of a hybrid counts full and linear layers, nested in a text_config too', () => {
    const read = readHuggingFaceConfig({
      model_type: 'qwen3_5',
      vision_config: { depth: 27 },
      text_config: {
        hidden_size: 5120,
        intermediate_size: 17408,
        num_hidden_layers: 64,
        num_attention_heads: 24,
        num_key_value_heads: 4,
        head_dim: 256,
        full_attention_interval: 4,
        linear_num_value_heads: 48,
        linear_key_head_dim: 128,
        linear_value_head_dim: 128,
        vocab_size: 248320,
        max_position_embeddings: 262144,
      },
    });
    expect(read.transformer?.attention).toMatchObject({
      fullAttentionLayers: 16,
      linearAttentionLayers: 48,
      linearStateBytesPerLayer: 48 * 128 * 128 * 4,
    });
  });

  it('counts windowed layers by layer_types, and names what it does not use', () => {
    const read = readHuggingFaceConfig({
      hidden_size: 2880,
      intermediate_size: 2880,
      num_hidden_layers: 4,
      num_attention_heads: 64,
      num_key_value_heads: 8,
      head_dim: 64,
      num_local_experts: 32,
      num_experts_per_tok: 4,
      sliding_window: 128,
      layer_types: ['sliding_attention', 'full_attention', 'sliding_attention', 'full_attention'],
      vocab_size: 201088,
      swiglu_limit: 7,
      quantization_config: { quant_method: 'mxfp4' },
    });
    expect(read.transformer?.attention).toMatchObject({ slidingWindowTokens: 128, fullAttentionLayers: 2 });
    expect(read.unused).toEqual(['swiglu_limit']);
    expect(read.precision).toBe('mxfp4');
  });

  const groups = (num_bits: number, type: string) => ({ config_groups: { group_0: { weights: { num_bits, type } } } });
  it.each([
    [{ quant_method: 'gptq', bits: 4, group_size: 128 }, 'int4-gptq'],
    [{ quant_method: 'gptq', bits: 8 }, 'int8-gptq'],
    [{ quant_method: 'gptq', bits: 3 }, null],
    [{ quant_method: 'auto-round', bits: 4, packing_format: 'auto_round:auto_gptq' }, 'int4-gptq'],
    [{ quant_method: 'awq', bits: 4, version: 'gemm', zero_point: true }, 'int4-awq'],
    [{ quant_method: 'awq', w_bit: 4 }, 'int4-awq'],
    [{ quant_method: 'bitsandbytes', load_in_8bit: true }, 'int8'],
    [{ quant_method: 'bitsandbytes', load_in_4bit: true, bnb_4bit_quant_type: 'nf4' }, 'nf4'],
    [{ quant_method: 'bitsandbytes', load_in_4bit: true, bnb_4bit_use_double_quant: true }, 'nf4-dq'],
    [{ quant_method: 'fp8', weight_block_size: [128, 128], fmt: 'e4m3' }, 'fp8'],
    [{ quant_method: 'fbgemm_fp8', activation_scale_ub: 1200 }, 'fp8'],
    [{ quant_method: 'mxfp4' }, 'mxfp4'],
    [{ quant_method: 'modelopt', quant_algo: 'FP8' }, 'fp8'],
    [{ quant_method: 'modelopt', quant_algo: 'NVFP4', kv_cache_scheme: { num_bits: 8, type: 'float' } }, 'nvfp4'],
    [{ producer: { name: 'modelopt' }, quantization: { quant_algo: 'NVFP4', kv_cache_quant_algo: 'FP8' } }, 'nvfp4'],
    [{ quant_method: 'quark', global_quant_config: { weight: { dtype: 'fp8_e4m3' } } }, 'fp8'],
    [{ quant_method: 'compressed-tensors', ...groups(8, 'float'), format: 'float-quantized' }, 'fp8'],
    [{ quant_method: 'compressed-tensors', ...groups(8, 'int'), format: 'int-quantized' }, 'int8'],
    [{ quant_method: 'compressed-tensors', ...groups(8, 'int'), format: 'pack-quantized' }, 'int8-gptq'],
    [{ quant_method: 'compressed-tensors', ...groups(4, 'int'), format: 'pack-quantized' }, 'int4-gptq'],
    [{ quant_method: 'compressed-tensors', ...groups(4, 'float'), format: 'nvfp4-pack-quantized' }, 'nvfp4'],
    [{ quant_method: 'compressed-tensors', ...groups(4, 'float'), format: 'mxfp4-pack-quantized' }, 'mxfp4'],
    [{ quant_method: 'aqlm', in_group_size: 8 }, null],
  ])('reads quantisation %o as %s', (quantization_config, precision) => {
    expect(readHuggingFaceConfig({ quantization_config }).precision).toBe(precision);
    expect(readHuggingFaceConfig({ text_config: { quantization_config } }).precision).toBe(precision);
  });

  it('reads the cache that a checkpoint states, and none where it states none', () => {
    const cacheOf = (quantization_config: object) => readHuggingFaceConfig({ quantization_config }).cachePrecision;
    expect(cacheOf({ quantization: { quant_algo: 'FP8', kv_cache_quant_algo: 'FP8' } })).toBe('fp8');
    expect(cacheOf({ quant_method: 'compressed-tensors', kv_cache_scheme: { num_bits: 8, type: 'float' } })).toBe(
      'fp8',
    );
    expect(cacheOf({ quant_method: 'fp8', kv_cache_scheme: null })).toBeNull();
  });

  it('says what is missing', () => {
    const read = readHuggingFaceConfig({ hidden_size: 4096 });
    expect(read.transformer).toBeNull();
    expect(read.missing).toEqual(['num_hidden_layers', 'num_attention_heads', 'vocab_size']);
  });
});

interface PublishedConfig {
  readonly id: string;
  /** By the model page, huggingface.co/<id>; null where it counts encoders whose sizes the config does not state. */
  readonly parameters: number | null;
  readonly config: Readonly<Record<string, unknown>>;
}

const PUBLISHED = JSON.parse(
  readFileSync(new URL('./hugging-face-configs.json', import.meta.url), 'utf8'),
) as readonly PublishedConfig[];

describe('published configs', () => {
  const read = PUBLISHED.map((p) => ({ ...p, read: readHuggingFaceConfig(p.config) }));

  it.each(read.filter((p) => p.parameters !== null))('$id gives its published parameters within 2 %', (p) => {
    const counted = (p.read.transformer?.parametersBillion ?? 0) * 1e9;
    expect(Math.abs(counted / (p.parameters ?? 1) - 1)).toBeLessThan(0.02);
  });

  it('are counted to a tenth of a percent in nine of ten', () => {
    const errors = read.flatMap(({ parameters, read: { transformer } }) =>
      parameters === null ? [] : [Math.abs(((transformer?.parametersBillion ?? 0) * 1e9) / parameters - 1)],
    );
    expect(errors.length).toBeGreaterThan(80);
    expect(errors.filter((e) => e < 0.001).length / errors.length).toBeGreaterThan(0.9);
  });

  it.each([
    ['mistralai/Mistral-7B-v0.1', { kind: 'gqa', slidingWindowTokens: 4096, fullAttentionLayers: 0 }],
    ['Qwen/Qwen2.5-7B', { kind: 'gqa' }],
    ['google/gemma-2-9b', { kind: 'gqa', slidingWindowTokens: 4096, fullAttentionLayers: 21 }],
    ['google/gemma-3-27b-it', { kind: 'gqa', slidingWindowTokens: 1024, fullAttentionLayers: 10 }],
    ['google/gemma-3n-E4B-it', { kind: 'gqa', slidingWindowTokens: 512, fullAttentionLayers: 7 }],
    ['CohereForAI/c4ai-command-r7b-12-2024', { kind: 'gqa', slidingWindowTokens: 4096, fullAttentionLayers: 8 }],
    ['openai/gpt-oss-120b', { kind: 'gqa', slidingWindowTokens: 128, fullAttentionLayers: 18 }],
    ['microsoft/Phi-4-mini-instruct', { kind: 'gqa' }],
    ['meta-llama/Llama-4-Scout-17B-16E-Instruct', { kind: 'gqa', slidingWindowTokens: 8192, fullAttentionLayers: 12 }],
    ['tiiuae/falcon-7b', { kind: 'mqa' }],
    ['bigcode/starcoderbase', { kind: 'mqa' }],
    [
      'deepseek-ai/DeepSeek-V3',
      { kind: 'mla', keyValueRank: 512, queryRank: 1536, ropeHeadSize: 64, nopeHeadSize: 128, valueHeadSize: 128 },
    ],
    [
      'deepseek-ai/DeepSeek-V4-Flash',
      {
        kind: 'mla',
        keyValueRank: 448,
        queryRank: 1024,
        ropeHeadSize: 64,
        nopeHeadSize: 448,
        valueHeadSize: 512,
        slidingWindowTokens: 128,
        fullAttentionLayers: 21,
        cacheTokensPerEntry: 4,
        indexerHeadSize: 128,
        sparseTopTokens: 2048,
      },
    ],
    [
      'Qwen/Qwen3-Next-80B-A3B-Instruct',
      { kind: 'gqa', fullAttentionLayers: 12, linearAttentionLayers: 36, linearStateBytesPerLayer: 2_097_152 },
    ],
    [
      'Qwen/Qwen3.5-397B-A17B',
      { kind: 'gqa', fullAttentionLayers: 15, linearAttentionLayers: 45, linearStateBytesPerLayer: 4_194_304 },
    ],
    [
      'moonshotai/Kimi-Linear-48B-A3B-Instruct',
      {
        kind: 'mla',
        keyValueRank: 512,
        ropeHeadSize: 64,
        nopeHeadSize: 128,
        valueHeadSize: 128,
        fullAttentionLayers: 7,
        linearAttentionLayers: 20,
        linearStateBytesPerLayer: 2_097_152,
      },
    ],
    [
      'MiniMaxAI/MiniMax-Text-01',
      { kind: 'gqa', fullAttentionLayers: 10, linearAttentionLayers: 70, linearStateBytesPerLayer: 4_194_304 },
    ],
    ['MiniMaxAI/MiniMax-M2', { kind: 'gqa' }],
    [
      'ai21labs/Jamba-v0.1',
      { kind: 'gqa', fullAttentionLayers: 4, linearAttentionLayers: 28, linearStateBytesPerLayer: 524_288 },
    ],
    [
      'nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16',
      { kind: 'gqa', fullAttentionLayers: 6, linearAttentionLayers: 23, linearStateBytesPerLayer: 2_097_152 },
    ],
    [
      'ibm-granite/granite-4.0-h-small',
      { kind: 'gqa', fullAttentionLayers: 4, linearAttentionLayers: 36, linearStateBytesPerLayer: 4_194_304 },
    ],
  ])('%s attends as its config says', (id, attention) => {
    expect(read.find((p) => p.id === id)?.read.transformer?.attention).toEqual(attention);
  });

  it.each([
    ['mistralai/Mixtral-8x7B-v0.1', { count: 8, perToken: 2, shared: 0, intermediateSize: 14336, denseLayers: 0 }],
    ['Qwen/Qwen2-57B-A14B', { count: 64, perToken: 8, shared: 8, intermediateSize: 2560, denseLayers: 0 }],
    ['deepseek-ai/DeepSeek-V3', { count: 256, perToken: 8, shared: 1, intermediateSize: 2048, denseLayers: 3 }],
    ['moonshotai/Kimi-K2-Instruct', { count: 384, perToken: 8, shared: 1, intermediateSize: 2048, denseLayers: 1 }],
    ['databricks/dbrx-base', { count: 16, perToken: 4, shared: 0, intermediateSize: 10752, denseLayers: 0 }],
    [
      'meta-llama/Llama-4-Maverick-17B-128E-Instruct',
      { count: 128, perToken: 1, shared: 1, intermediateSize: 8192, denseLayers: 24 },
    ],
    ['ai21labs/Jamba-v0.1', { count: 16, perToken: 2, shared: 0, intermediateSize: 14336, denseLayers: 16 }],
    ['baidu/ERNIE-4.5-21B-A3B-PT', { count: 64, perToken: 6, shared: 2, intermediateSize: 1536, denseLayers: 1 }],
    ['tencent/Hunyuan-A13B-Instruct', { count: 64, perToken: 8, shared: 1, intermediateSize: 3072, denseLayers: 0 }],
    ['zai-org/GLM-4.5', { count: 160, perToken: 8, shared: 1, intermediateSize: 1536, denseLayers: 3 }],
    [
      'nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16',
      { count: 128, perToken: 6, shared: 1, intermediateSize: 1856, denseLayers: 6 },
    ],
  ])('%s has the experts that its config says', (id, experts) => {
    expect(read.find((p) => p.id === id)?.read.transformer?.experts).toEqual(experts);
  });

  it('name what sizing leaves out', () => {
    const unused = (id: string) => read.find((p) => p.id === id)?.read.unused;
    expect(unused('google/gemma-3n-E4B-it')).toContain('num_kv_shared_layers');
    expect(unused('tencent/Hunyuan-A13B-Instruct')).toContain('use_cla');
    expect(unused('meta-llama/Llama-3.1-8B')).toEqual([]);
  });
});
