/** The sources as text, for the tests that read them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface SourceFile {
  /** From `src/`, with forward slashes. */
  readonly file: string;
  /** First folder, or the file itself at the top. */
  readonly area: string;
  readonly text: string;
  /** Without comments; strings stay. */
  readonly code: string;
  readonly imports: readonly { readonly target: string; readonly isTypeOnly: boolean }[];
}

/** Blanks comments, knowing enough of strings not to be fooled by `//` in an address. */
export function withoutComments(text: string): string {
  return text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (match, literal: string | undefined) => (literal === undefined ? match.replaceAll(/[^\n]/g, ' ') : match),
  );
}

const IMPORT = /^[ \t]*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Where an import leads: for a file of ours its path from `src/` with a slash before it, else as written. */
function resolveTarget(file: string, target: string): string {
  return target.startsWith('.') ? `/${path.posix.join(path.posix.dirname(file), target)}` : target;
}

export function parseSource(file: string, text: string): SourceFile {
  const code = withoutComments(text);
  const imports = [
    ...[...code.matchAll(IMPORT)].map(([, type, target]) => ({ target, isTypeOnly: type !== undefined })),
    ...[...code.matchAll(DYNAMIC_IMPORT)].map(([, target]) => ({ target, isTypeOnly: false })),
  ].map(({ target, isTypeOnly }) => ({ target: resolveTarget(file, target ?? ''), isTypeOnly }));
  return { file, area: file.includes('/') ? (file.split('/')[0] ?? '') : file, text, code, imports };
}

function list(directory: string): string[] {
  return readdirSync(path.join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    const file = `${directory}/${entry.name}`;
    if (entry.name === 'generated' || entry.name === 'node_modules') return [];
    return entry.isDirectory() ? list(file) : [file];
  });
}

/** Every TypeScript file under `src/`, but for what is generated. */
export function readSources(): SourceFile[] {
  return list('src')
    .filter((file) => file.endsWith('.ts'))
    .map((file) => parseSource(file.slice('src/'.length), readFileSync(path.join(root, file), 'utf8')));
}

/** Every folder of ours, from the root. */
export function listFolders(): string[] {
  const folders = ['src', 'prisma', 'test', 'openapi', 'docker'].flatMap((top) => {
    try {
      return list(top).map((file) => path.posix.dirname(file));
    } catch {
      return [];
    }
  });
  return [...new Set(folders)];
}

/** Ids of the providers that the seed data knows: one folder each. */
export function listProviders(): string[] {
  return readdirSync(path.join(root, 'prisma/seed/data/providers'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}
