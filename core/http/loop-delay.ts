// The delay of the event loop: how long a request waits because of the work of others (D722).
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
/** Of one measurement. */
const WINDOW_MS = 250;

export interface LoopDelay {
  /** Milliseconds: the smaller mean of the last two windows, since one long turn is no overload. */
  milliseconds(): number;
  close(): void;
}

export function watchLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let [before, last] = [0, 0];
  histogram.enable();
  const timer = setInterval(() => {
    // NaN without a sample.
    [before, last] = [last, Math.max(0, (histogram.mean || 0) / 1e6 - RESOLUTION_MS)];
    histogram.reset();
  }, WINDOW_MS).unref();
  return {
    milliseconds: () => Math.min(before, last),
    close() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
