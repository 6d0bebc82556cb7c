// The delay of the event loop: how long a request waits because of the work of others (D722).
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
/** Least length of a window, which ends when a request asks. */
const WINDOW_MS = 250;

export function watchLoopDelay() {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let [before, last] = [0, 0];
  let since = performance.now();
  histogram.enable();
  return {
    /** The smaller mean of the last two windows, since one long turn is no overload. */
    milliseconds(): number {
      if (performance.now() - since >= WINDOW_MS) {
        // NaN without a sample.
        [before, last] = [last, Math.max(0, (histogram.mean || 0) / 1e6 - RESOLUTION_MS)];
        histogram.reset();
        since = performance.now();
      }
      return Math.min(before, last);
    },
    async close(): Promise<void> {
      histogram.disable();
    },
  };
}
