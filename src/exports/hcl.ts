/**
 * Writes HCL as `terraform fmt` would leave it: two spaces, attributes of one run aligned, blocks apart.
 *
 * Decision: an own writer of a few lines, and the HCL library as its judge in the tests. Why: the library formats through
 * WebAssembly and a promise, and exports are pure, synchronous functions of a plan. Given up: nothing but the subset of HCL
 * that is written here.
 */

/** Text that is code, not a string: `var.zone`. */
export interface Expression {
  readonly code: string;
}
export type HclValue =
  | string
  | number
  | boolean
  | Expression
  | readonly HclValue[]
  | { readonly [key: string]: HclValue };

export interface HclBlock {
  readonly kind: string;
  readonly labels: readonly string[];
  readonly body: HclBody;
}
/** Attributes and nested blocks in the order of the file; null attributes are left out. */
export type HclBody = readonly (readonly [name: string, value: HclValue] | HclBlock | null)[];

export const code = (text: string): Expression => ({ code: text });
export const block = (kind: string, ...rest: readonly [...labels: string[], body: HclBody]): HclBlock => ({
  kind,
  labels: rest.slice(0, -1) as string[],
  body: rest.at(-1) as HclBody,
});

/** A file: comment lines, then its blocks. */
export function hclFile(comments: readonly string[], blocks: readonly HclBlock[]): string {
  const head = comments.map((line) => `# ${line.replaceAll(/[\r\n]+/g, ' ')}\n`).join('');
  return `${head}\n${blocks.map((b) => writeBlock(b, '')).join('\n')}`;
}

function writeBlock({ kind, labels, body }: HclBlock, indent: string): string {
  const title = [kind, ...labels.map((label) => JSON.stringify(label))].join(' ');
  const inner = writeBody(body, `${indent}  `);
  return inner === '' ? `${indent}${title} {}\n` : `${indent}${title} {\n${inner}${indent}}\n`;
}

function writeBody(body: HclBody, indent: string): string {
  let text = '';
  let run: [string, string][] = [];
  const endRun = () => {
    text += aligned(run, indent);
    run = [];
  };
  for (const item of body) {
    if (item === null) continue;
    if ('kind' in item) {
      endRun();
      text += `${text === '' ? '' : '\n'}${writeBlock(item, indent)}`;
      continue;
    }
    const [name, value] = item;
    const written = writeValue(value, indent);
    // Attributes after a block, and those of several lines, stand apart: they are not aligned with their neighbours.
    if (text !== '' && run.length === 0) text += '\n';
    if (written.includes('\n')) {
      endRun();
      text += `${indent}${name} = ${written}\n`;
    } else run.push([name, written]);
  }
  endRun();
  return text;
}

function aligned(run: readonly [string, string][], indent: string): string {
  const width = Math.max(0, ...run.map(([name]) => name.length));
  return run.map(([name, value]) => `${indent}${name.padEnd(width)} = ${value}\n`).join('');
}

function writeValue(value: HclValue, indent: string): string {
  if (typeof value === 'string') return writeString(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map((item) => writeValue(item, indent)).join(', ')}]`;
  if (isExpression(value)) return value.code;
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  const names = entries.map(
    ([key, inner]) =>
      [/^[A-Za-z_][A-Za-z0-9_-]*$/.test(key) ? key : writeString(key), writeValue(inner, `${indent}  `)] as [
        string,
        string,
      ],
  );
  return `{\n${aligned(names, `${indent}  `)}${indent}}`;
}

function isList(value: HclValue): value is readonly HclValue[] {
  return Array.isArray(value);
}

function isExpression(value: Expression | { readonly [key: string]: HclValue }): value is Expression {
  return Object.keys(value).length === 1 && typeof (value as Expression).code === 'string';
}

/** A quoted template without any interpolation in it. */
function writeString(text: string): string {
  return JSON.stringify(text).replaceAll(/[$%](?=\{)/g, (sign) => `${sign}${sign}`);
}
