/** Runs the command line in this process and keeps what it wrote. */
import { Readable, Writable } from 'node:stream';
import { run } from '../../src/cli/run.js';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function sink(): { readonly stream: Writable; text(): string } {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return { stream, text: () => text };
}

export interface TerminalOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly isWatched?: boolean;
}

export async function cardwise(
  argv: readonly string[],
  { env = {}, stdin, isWatched = false }: TerminalOptions = {},
): Promise<Ran> {
  const [out, err] = [sink(), sink()];
  const code = await run(argv, {
    env,
    stdout: out.stream,
    stderr: err.stream,
    stdin: stdin === undefined ? null : Readable.from([stdin]),
    isWatched,
  });
  return { code, out: out.text(), err: err.text() };
}
