// The least rate of a body: clients that send next to nothing would hold its place for long.

/** Bytes a second, as an average over a window of time. */
const LEAST_RATE = 1_024;

/** Calls `onSlow` at the end of each window in which too few bytes have come. */
export function watchRate(windowMs: number, onSlow: () => void) {
  let size = 0;
  const timer = setInterval(() => {
    if (size < (LEAST_RATE * windowMs) / 1_000) onSlow();
    size = 0;
  }, windowMs);
  return {
    received(bytes: number): void {
      size += bytes;
    },
    end: () => clearInterval(timer),
  };
}
