// Webhooks take the time that requests leave: in a process that is busy to the full, each sends a group of messages and rests.
import { setTimeout as sleep } from 'node:timers/promises';

/** Share of the time in which the event loop was busy. */
const BUSY = 0.8;
const SAMPLE_MS = 200;
const REST_MS = 5_000;

export interface Pace {
  rest(signal: AbortSignal): Promise<void>;
}

/** @param requestsUnderWay in this process; without any there is nobody to rest for */
export function createPace(requestsUnderWay: () => number): Pace {
  let since = performance.now();
  let before = performance.eventLoopUtilization();
  let busy = 0;
  return {
    async rest(signal) {
      if (performance.now() - since >= SAMPLE_MS) {
        const now = performance.eventLoopUtilization();
        busy = performance.eventLoopUtilization(now, before).utilization;
        [since, before] = [performance.now(), now];
      }
      if (busy > BUSY && requestsUnderWay() > 0) await sleep(REST_MS, undefined, { signal }).catch(() => undefined);
    },
  };
}
