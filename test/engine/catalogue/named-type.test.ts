/** One type by its name, or why the name is none. */
import { describe, expect, it } from 'vitest';
import { namedShape, namedType } from '../../../src/engine/catalogue/named-type.js';
import { openCatalogue } from '../../../src/engine/catalogue/snapshot.js';
import { family, instanceType, smallSnapshot } from '../../support/small-catalogue.js';

const small = smallSnapshot();
const catalogue = openCatalogue({
  ...small,
  families: [...small.families, family({ provider: 'alpha', id: 'npu' })],
  instanceTypes: [
    ...small.instanceTypes,
    instanceType({ provider: 'alpha', id: 'H100', family: 'big', accelerator: 'a10' }),
    instanceType({ provider: 'beta', id: 'H100', family: 'mid', accelerator: 't4' }),
    instanceType({ provider: 'beta', id: 'dark.1', family: 'mid', accelerator: null }),
  ],
});
const named = (name: string) => {
  const resolved = namedType(catalogue, name, '/x');
  return 'found' in resolved
    ? `${resolved.found.provider}/${resolved.found.id}`
    : [resolved.fault.code, resolved.fault.allowed];
};

describe('the name of a type', () => {
  it('finds it in any spelling, with or without its cloud', () => {
    for (const name of ['small.1', 'SMALL-1', 'alpha/small.1', 'Alpha/small 1'])
      expect(named(name)).toBe('alpha/small.1');
  });

  it('asks which cloud is meant where several have it', () => {
    expect(named('H100')).toEqual(['ambiguous-instance-type', ['alpha/H100', 'beta/H100']]);
    expect(named('beta/h100')).toBe('beta/H100');
  });

  it('shows the types of a family, none where none is published', () => {
    expect(named('small')).toEqual(['family-is-no-type', ['alpha/small.1']]);
    expect(named('alpha/npu')).toEqual(['family-is-no-type', []]);
  });

  it('shows the nearest of what is unknown, of the cloud that is named', () => {
    expect(named('beta/mid.1')).toEqual(['unknown-instance-type', expect.arrayContaining(['mid.x'])]);
    expect(named('beta/mid.1')[1]).not.toContain('mid.1');
  });

  it('stands for hardware, where that is published', () => {
    expect(namedShape(catalogue, 'small.1', '/x')).toHaveProperty('shape.accelerator.id', 't4');
    expect(namedShape(catalogue, 'dark.1', '/x')).toHaveProperty('fault.code', 'layout-illegal');
  });
});
