/** A bar on standard error while something long goes on; nothing where nobody watches. */
import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  update(done: number): void;
  stop(): void;
}

export function startProgress(
  what: string,
  total: number,
  isWatched: boolean,
  stream: NodeJS.WritableStream,
): Progress {
  if (!isWatched) return { update: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    {
      format: `${what} {bar} {percentage} % {value}/{total} {eta_formatted}`,
      stream,
      hideCursor: true,
      noTTYOutput: true,
    },
    Presets.shades_classic,
  );
  bar.start(total, 0);
  return { update: (done) => bar.update(done), stop: () => bar.stop() };
}
