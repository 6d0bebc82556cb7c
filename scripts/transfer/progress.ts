// Progress of a transfer: a bar on a terminal with the rate and the remaining time, nothing elsewhere.
import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  /** @param done of the total, in any unit @param count number of records */
  show(done: number, count: number, what: string): void;
  /** Restores the terminal; may be called twice. */
  stop(): void;
}

export function createProgress(stream: NodeJS.WriteStream, total: number): Progress {
  if (!stream.isTTY || total <= 0) return { show: () => undefined, stop: () => undefined };
  const format = '{bar} {percentage}% {what} | {count} | {rate}/s | {left} left';
  const bar = new SingleBar(
    { stream, format, hideCursor: true, clearOnComplete: true, barsize: 30, gracefulExit: false },
    Presets.shades_classic,
  );
  const started = performance.now();
  bar.start(total, 0, { what: '', count: 0, rate: 0, left: '?' });
  return {
    show(done, count, what) {
      const seconds = (performance.now() - started) / 1000;
      const left = done > 0 ? ((total - done) / done) * seconds : NaN;
      bar.update(Math.min(done, total), {
        what,
        count,
        rate: seconds > 0 ? Math.round(count / seconds) : 0,
        left: describeSeconds(left),
      });
    },
    stop: () => bar.stop(),
  };
}

export interface LazyProgress extends Pick<Progress, 'stop'> {
  show(done: number, total: number, what: string): void;
}

/** On stderr, for totals that are known later, or change: each total begins a new bar. */
export function lazyProgress(): LazyProgress {
  let bar: Progress | undefined;
  let known: number | undefined;
  return {
    show(done, total, what) {
      if (total !== known) {
        bar?.stop();
        bar = createProgress(process.stderr, total);
        known = total;
      }
      bar?.show(done, done, what);
    },
    stop: () => bar?.stop(),
  };
}

function describeSeconds(seconds: number): string {
  if (!Number.isFinite(seconds)) return '?';
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours > 0 ? `${hours} h ${minutes} min` : minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
