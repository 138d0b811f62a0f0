import { describe, expect, it } from 'vitest';
import { indexNames, similarity, squeeze, words } from '../../../src/engine/catalogue/names.js';

const cards = indexNames(
  [
    { label: 'A100-SXM4-40GB', group: '40', preference: 0 },
    { label: 'A100-PCIE-40GB', group: '40', preference: 1 },
    { label: 'A100-SXM4-80GB', group: '80', preference: 0 },
    { label: 'A10', group: '24', preference: 2 },
    { label: 'RTX-4090', group: '24', preference: 2 },
  ].map((card) => ({
    value: card.label,
    exact: [card.label],
    aliases: card.label === 'A10' ? ['NVIDIA A10 24GB'] : [],
    ...card,
  })),
);

describe('squeeze and words', () => {
  it('ignores case and separators', () => {
    expect(squeeze('RTX 4090')).toBe(squeeze('rtx-4090'));
    expect(words('NVIDIA Tesla V100-32G')).toEqual(['v100', '32gb']);
  });
});

describe('indexNames', () => {
  it('finds an exact name in any spelling', () => {
    expect(cards.match('rtx_4090')).toEqual({ kind: 'found', value: 'RTX-4090' });
    expect(cards.match('nvidia a10 24gb')).toEqual({ kind: 'found', value: 'A10' });
  });
  it('does not take a name for a longer word: A10 is not A100', () => {
    expect(cards.match('a10')).toEqual({ kind: 'found', value: 'A10' });
  });
  it('takes a bare number at the end for the memory where nothing else fits', () => {
    expect(cards.match('A100-SXM4-80')).toEqual({ kind: 'found', value: 'A100-SXM4-80GB' });
    expect(cards.match('A100-80')).toEqual({ kind: 'found', value: 'A100-SXM4-80GB' });
    expect(cards.match('A100-60')).toMatchObject({ kind: 'unknown' });
  });
  it('asks back when a name fits cards of different memory', () => {
    expect(cards.match('A100')).toEqual({
      kind: 'ambiguous',
      choices: ['A100-PCIE-40GB', 'A100-SXM4-40GB', 'A100-SXM4-80GB'],
    });
  });
  it('resolves a name with one possible memory size to the preferred form factor', () => {
    expect(cards.match('A100 40GB')).toEqual({ kind: 'found', value: 'A100-SXM4-40GB' });
  });
  it('answers an unknown name with the nearest ones, nearest first', () => {
    const match = cards.match('RTX 4080');
    expect(match.kind).toBe('unknown');
    expect(match.kind === 'unknown' && match.nearest[0]).toBe('RTX-4090');
  });
});

describe('similarity', () => {
  it('is 1 for equal, 0 for disjoint, and counts pairs', () => {
    expect(similarity('abcd', 'abcd')).toBe(1);
    expect(similarity('abcd', 'wxyz')).toBe(0);
    // pairs ab bc cd / ab bc ce: two shared of three and three → 4/6
    expect(similarity('abcd', 'abce')).toBeCloseTo(4 / 6, 12);
  });
});
