import { describe, expect, it } from 'vitest';
import { shown } from '../../src/engine/shown.js';

describe('shown', () => {
  it('keeps six significant digits of whatever is not whole', () => {
    expect(shown(71.26200000000001)).toBe(71.262);
    expect(shown(0.000123456789)).toBe(0.000123457);
    expect(shown(60055.1523255513)).toBe(60055.2);
  });
  it('leaves counts, texts and the unknown alone, at any depth', () => {
    const figures = { kvCacheTokens: 13_720_321, name: 'x', open: null, list: [1.23456789, true] };
    expect(shown(figures)).toEqual({ ...figures, list: [1.23457, true] });
  });
});
