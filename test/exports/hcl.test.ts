import { format } from '@cdktf/hcl-tools';
import { parse } from '@cdktf/hcl2json';
import { describe, expect, it } from 'vitest';
import { block, code, hclFile } from '../../src/exports/hcl.js';

describe('the HCL writer', () => {
  const text = hclFile(
    ['a comment'],
    [
      block('resource', 'kind', 'name', [
        ['a', 1],
        ['longer_name', `a "quoted" \${not_a_reference} %{nor_a_directive}`],
        ['tags', { plain: 'x', 'with space': 'y' }],
        ['after', true],
        ['after_two', code('var.x')],
        block('nested', [['list', ['a', 'b']]]),
        block('nested', [block('deep', [])]),
        ['last', [1, 2]],
      ]),
      block('provider', 'p', [block('features', [])]),
    ],
  );

  it('writes what the formatter leaves as it is', async () => {
    expect(await format(text)).toBe(text);
  });

  it('keeps strings strings', async () => {
    const parsed = (await parse('x.tf', text)) as { resource: { kind: { name: [{ longer_name: string }] } } };
    expect(parsed.resource.kind.name[0].longer_name).toBe(`a "quoted" $\${not_a_reference} %%{nor_a_directive}`);
  });
});
