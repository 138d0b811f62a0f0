/** The container files cannot be built everywhere; what can be read of them is held here. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Settings } from '../../src/config.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

function instructions(text: string): Instruction[] {
  return text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, word, rest] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
      return word === undefined || rest === undefined ? [] : [{ word, rest }];
    });
}

/** Names of settings that an ENV instruction or a compose file sets. */
const known = new Set([...Object.keys(Settings.properties), 'NODE_ENV']);

describe('the Dockerfile', () => {
  const all = instructions(read('Dockerfile'));
  const last = all.slice(all.map(({ word }) => word).lastIndexOf('FROM'));

  it('builds in stages from one Node release line', () => {
    const bases = all.filter(({ word }) => word === 'FROM').map(({ rest }) => rest.split(' ')[0]);
    expect(bases.length).toBeGreaterThan(1);
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toMatch(/^node:\d+-\w+-slim$/);
  });

  it('runs as an ordinary user, the server itself as process one', () => {
    expect(last.findIndex(({ word }) => word === 'USER')).toBeGreaterThan(0);
    expect(last.find(({ word }) => word === 'USER')?.rest).toBe('node');
    expect(JSON.parse(last.find(({ word }) => word === 'CMD')?.rest ?? '[]').slice(0, 1)).toEqual(['node']);
  });

  it('copies only what the repository has and the image may see', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    const copied = all
      .filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
      .flatMap(({ rest }) => rest.split(/\s+/).slice(0, -1));
    for (const file of copied) {
      expect(existsSync(`${root}${file}`), file).toBe(true);
      expect(allowed, file).toContain(file);
    }
  });

  it('sets only settings that exist', () => {
    const names = last
      .filter(({ word }) => word === 'ENV')
      .flatMap(({ rest }) => rest.split(/\s+/).map((part) => part.split('=')[0] ?? ''));
    // One is not ours but of the C library, and stands in `npm start` as well.
    const { scripts } = JSON.parse(read('package.json'));
    expect(scripts.start).toMatch(/^MALLOC_ARENA_MAX=2 /);
    expect(names.filter((name) => !known.has(name))).toEqual(['MALLOC_ARENA_MAX']);
  });
});

describe('docker/compose.yaml', () => {
  const { services } = parse(read('docker/compose.yaml')) as {
    services: Record<string, { environment?: Record<string, string>; depends_on?: Record<string, unknown> }>;
  };

  it('sets only settings that exist, and no password in the clear', () => {
    const environment = services.cardwise?.environment ?? {};
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    expect(environment.DATABASE_URL).toContain('${POSTGRES_PASSWORD:?');
    expect(services.database?.environment?.POSTGRES_PASSWORD).toContain('${POSTGRES_PASSWORD:?');
  });

  it('depends on services that it has', () => {
    for (const service of Object.values(services)) {
      for (const name of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(name);
    }
  });
});
