/** The sentences of an answer: one table, two languages, the same facts in both. */
import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../src/engine/faults.js';
import { finding, localise, OWN_REFERENCE } from '../../src/engine/finding.js';
import { COMMON_FINDINGS } from '../../src/engine/findings/common.js';
import { FINDINGS } from '../../src/engine/findings/index.js';
import { INFERENCE_FINDINGS } from '../../src/engine/findings/inference.js';
import { PRICE_CHECK_FINDINGS } from '../../src/engine/findings/price-checks.js';
import { PRICING_FINDINGS } from '../../src/engine/findings/pricing.js';
import { RANKING_FINDINGS } from '../../src/engine/findings/ranking.js';
import { TRAINING_FINDINGS } from '../../src/engine/findings/training.js';
import { VISUAL_HPC_FINDINGS } from '../../src/engine/findings/visual-hpc.js';

const ROOMS = [
  COMMON_FINDINGS,
  INFERENCE_FINDINGS,
  TRAINING_FINDINGS,
  VISUAL_HPC_FINDINGS,
  PRICING_FINDINGS,
  PRICE_CHECK_FINDINGS,
  RANKING_FINDINGS,
];
const placeholders = (text: string) => [...new Set(text.match(/\{[A-Za-z0-9]+\}/g) ?? [])].sort();

describe('findings', () => {
  it('have their code in one room only: a second one would silently replace the first', () => {
    const codes = ROOMS.flatMap((room) => Object.keys(room));
    expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
    expect(Object.keys(FINDINGS).sort()).toEqual([...codes].sort());
  });

  it.each([...Object.entries(FINDINGS), ...Object.entries(FAULTS)])('say %s in English and Chinese', (code, text) => {
    expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(text.zh).toMatch(/[\u4e00-\u9fff]/);
    expect(text.en).not.toMatch(/[\u4e00-\u9fff]/);
    // The Chinese sentence states no fact that the English one does not have.
    for (const name of placeholders(text.zh)) expect(placeholders(text.en)).toContain(name);
  });

  it('are told in another language from the same code and facts', () => {
    const english = finding('weakest-dimension', { dimension: 'billing', score: 0.25 });
    const chinese = localise({ deep: [english] }, 'zh').deep[0];
    expect(english.message).toBe('Its weakest dimension is billing (0.25).');
    expect(chinese).toEqual({ ...english, message: '其最弱维度为 billing（0.25）。' });
  });

  it('say of one thing what is said of one', () => {
    const add = (servers: number) => finding('capacity-add', { month: '2026-11', servers, total: servers }).message;
    expect([add(1), add(2)]).toEqual([
      '2026-11: add 1 server, 1 in all at the peak.',
      '2026-11: add 2 servers, 2 in all at the peak.',
    ]);
  });

  it("say in words that a reference is the caller's own", () => {
    const facts = { secondsPerFrame: 360, lowSecondsPerFrame: 338, highSecondsPerFrame: 384, accelerator: 'L20' };
    const own = finding('frame-time-transferred', { ...facts, reference: OWN_REFERENCE, referenceAccelerator: 'T4' });
    expect(own.message).toContain('from your own measurement on T4');
    expect(localise(own, 'zh').message).toContain('依据 您自己的实测（T4）');
  });

  it('say of an empty list that it holds none, and of a switch whether it is on', () => {
    const empty = finding('family-size-not-published', { family: 'GC49', accelerators: [] });
    expect(empty.message).toContain('(accelerators published: none)');
    expect(localise(empty, 'zh').message).toContain('（已公布的加速卡：无）');
    const switches = finding('engine-settings', { cudaGraphs: true, chunkedPrefill: false });
    expect(switches.message).toContain('CUDA graphs: yes; chunked prefill: no.');
    expect(localise(switches, 'zh').message).toContain('CUDA Graph：是；分块预填充：否。');
  });

  it('say of null that it is unknown', () => {
    const english = finding('storage-need', { need: 49, localNvmeGiB: null });
    expect(english.message).toBe('The job reads 49 MB/s of storage a server; local NVMe: unknown GiB.');
    expect(localise(english, 'zh').message).toBe('任务每台服务器读存储 49 MB/s；本地 NVMe：未知 GiB。');
  });
});
