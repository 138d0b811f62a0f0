import { describe, expect, it } from 'vitest';
import { releaseCatalogue } from '../support/release-servers.js';

describe('a model as people write it', () => {
  it.each([
    ['FLUX', 'flux.1-dev'],
    ['flux.1 schnell', 'flux.1-schnell'],
    ['SDXL', 'sdxl-base-1.0'],
    ['SD3', 'sd3-medium'],
    ['whisper', 'whisper-large-v3'],
    ['openai/whisper-large-v3-turbo', 'whisper-large-v3-turbo'],
    ['Command R+', 'command-r-plus'],
    ['Command R', 'command-r-35b'],
    ['BAAI/bge-reranker-v2-m3', 'bge-reranker-v2-m3'],
    ['Qwen3 Embedding 8B', 'qwen3-embedding-8b'],
    ['yolo11x', 'yolo11x'],
    ['OPT 1.3B', 'opt-1.3b'],
    ['OPT-13B', 'opt-13b'],
    ['Qwen2-7B-Instruct', 'qwen2-7b'],
    ['tencent/Hunyuan-A13B-Instruct', 'hunyuan-a13b'],
    ['GLM-4.7', 'glm-4.6'],
    ['MiniMax M2.5', 'minimax-m2.5'],
  ])('%s is %s', (name, id) => {
    const resolved = releaseCatalogue.resolveModel(name, '/model');
    expect('found' in resolved ? resolved.found.id : resolved.fault.allowed).toBe(id);
  });
});
