import { describe, expect, it } from 'vitest';
import { readHuggingFaceConfig } from '../../../../src/engine/sizing/inference/hugging-face-config.js';

describe('a pasted config.json', () => {
  it('of a dense model gives its parameters', () => {
    const read = readHuggingFaceConfig({
      architectures: ['LlamaForCausalLM'],
      hidden_size: 4096,
      intermediate_size: 14336,
      num_hidden_layers: 32,
      num_attention_heads: 32,
      num_key_value_heads: 8,
      vocab_size: 128256,
      max_position_embeddings: 131072,
      tie_word_embeddings: false,
      torch_dtype: 'bfloat16',
    });
    const layer = 4096 * 128 * (2 * 32 + 2 * 8) + 3 * 4096 * 14336;
    expect(read.transformer?.parametersBillion).toBeCloseTo((32 * layer + 2 * 128256 * 4096) / 1e9, 9);
    expect(read.transformer?.attention.kind).toBe('gqa');
    expect(read.precision).toBe('bf16');
    expect(read.unused).toEqual([]);
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

  it.each([
    [{ quant_method: 'gptq', bits: 4 }, 'int4-gptq'],
    [{ quant_method: 'gptq', bits: 8 }, 'int8-gptq'],
    [{ quant_method: 'awq', bits: 4 }, 'int4-awq'],
    [{ quant_method: 'bitsandbytes', load_in_4bit: true, bnb_4bit_use_double_quant: true }, 'nf4-dq'],
    [
      { quant_method: 'compressed-tensors', config_groups: { group_0: { weights: { num_bits: 8, type: 'float' } } } },
      'fp8',
    ],
    [
      { quant_method: 'compressed-tensors', config_groups: { group_0: { weights: { num_bits: 4, type: 'float' } } } },
      'nvfp4',
    ],
  ])('reads quantisation %o as %s', (quantization_config, precision) => {
    expect(readHuggingFaceConfig({ quantization_config }).precision).toBe(precision);
  });

  it('says what is missing', () => {
    const read = readHuggingFaceConfig({ hidden_size: 4096 });
    expect(read.transformer).toBeNull();
    expect(read.missing).toEqual(['num_hidden_layers', 'num_attention_heads', 'vocab_size']);
  });
});
