// Progress of the demo: a bar on a terminal, a line for each stage elsewhere.
import { Presets, SingleBar } from 'cli-progress';
import type { StageResult } from './stage.ts';

export interface Progress {
  /** @param total number of items of all stages */
  start(total: number): void;
  /** One item of a stage is done. */
  advance(stageName: string): void;
  /** A line about a stage that has ended. */
  say(line: string): void;
  /** Restores the terminal; may be called at any time, also twice. */
  stop(): void;
}

export function createProgress(stream: NodeJS.WriteStream): Progress {
  return stream.isTTY ? createBar(stream) : createLines(stream);
}

export const describeStage = ({ name, counts: { made, changed, unchanged } }: StageResult): string =>
  `${name.padEnd(15)} ${made} made, ${changed} changed, ${unchanged} unchanged`;

function createLines(stream: NodeJS.WritableStream): Progress {
  return {
    start: () => undefined,
    advance: () => undefined,
    say: (line) => void stream.write(`${line}\n`),
    stop: () => undefined,
  };
}

/** Lines come after the bar, which would be drawn over them. */
function createBar(stream: NodeJS.WritableStream): Progress {
  const format = '{bar} {value}/{total} {stage}';
  // gracefulExit restores the cursor on Ctrl-C.
  const options = { stream, format, hideCursor: true, clearOnComplete: true, barsize: 30, gracefulExit: true };
  const bar = new SingleBar(options, Presets.shades_classic);
  const lines: string[] = [];
  return {
    start: (total) => bar.start(total, 0, { stage: '' }),
    advance: (stage) => bar.increment(1, { stage }),
    say: (line) => void lines.push(`${line}\n`),
    stop() {
      bar.stop();
      for (const line of lines.splice(0)) stream.write(line);
    },
  };
}
