/** Command lines as text that a shell reads back as the same words. */

const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;
/** Left to the shell: `$NAME` or `${NAME}` with a default. */
const VARIABLE = /^\$(?:[A-Z_][A-Z0-9_]*|\{[A-Z_][A-Z0-9_]*(?::-[A-Za-z0-9_./:-]*)?\})$/;

/** A variable that the shell fills in, with what stands there when it is not set. */
export function variable(name: string, otherwise?: string): string {
  return otherwise === undefined ? `$${name}` : ['$', '{', name, ':-', otherwise, '}'].join('');
}

export type Argument = string | number | readonly [flag: string, value: string | number];

/** Words of a command line; pairs are a flag and its value. */
export function words(...parts: readonly (Argument | null)[]): readonly string[] {
  return parts.flatMap((part) => (part === null ? [] : typeof part === 'object' ? part.map(String) : [String(part)]));
}

function quote(word: string): string {
  return PLAIN.test(word) || VARIABLE.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** One flag with its value a line. */
export function commandLine(command: readonly string[], indent = ''): string {
  const lines: string[] = [];
  for (const word of command) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(quote(word));
    else if (word.startsWith('-')) lines.push(quote(word));
    else if (lines.length > 1 && !last.includes(' ')) lines[lines.length - 1] = `${last} ${quote(word)}`;
    else if (lines.length === 1) lines[0] = `${last} ${quote(word)}`;
    else lines.push(quote(word));
  }
  return lines.map((line, i) => (i === 0 ? `${indent}${line}` : `${indent}  ${line}`)).join(' \\\n');
}

/** The whole command on one line, to paste. */
export function oneLine(command: readonly string[]): string {
  return command.map(quote).join(' ');
}

export function script(comments: readonly string[], body: readonly string[]): string {
  return `#!/usr/bin/env bash\n${comments.map((line) => `# ${line}\n`).join('')}set -euo pipefail\n\n${body.join('\n')}\n`;
}
