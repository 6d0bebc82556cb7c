// Webhooks use only the time that requests do not need: when the process or the machine is fully busy, each sends a
// group of messages and pauses.
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Share of time in which the event loop was busy. */
const BUSY_LOOP = 0.8;
/** Share of the time in which the processors of the machine were busy, possibly with the database. */
const BUSY_MACHINE = 0.8;
const SAMPLE_MS = 200;
const REST_MS = 5_000;

export type Pace = ReturnType<typeof createPace>;

/** Of all processors since the start of the machine, ms. */
function timesOfMachine(): { busy: number; all: number } {
  const all = os.cpus().map(({ times }) => times);
  const sum = (member: keyof (typeof all)[number]): number => all.reduce((total, times) => total + times[member], 0);
  const busy = sum('user') + sum('nice') + sum('sys') + sum('irq');
  return { busy, all: busy + sum('idle') };
}

/**
 * @param requestsUnderWay in this process; without any there is no reason to pause
 * @param machineTimes of all processors since a fixed time, ms
 */
export function createPace(requestsUnderWay: () => number, machineTimes = timesOfMachine) {
  let since = performance.now();
  let loop = performance.eventLoopUtilization();
  let machine = machineTimes();
  let isBusy = false;
  function sample(): void {
    const [nowLoop, nowMachine] = [performance.eventLoopUtilization(), machineTimes()];
    const passed = nowMachine.all - machine.all;
    isBusy =
      performance.eventLoopUtilization(nowLoop, loop).utilization > BUSY_LOOP ||
      (passed > 0 && (nowMachine.busy - machine.busy) / passed > BUSY_MACHINE);
    [since, loop, machine] = [performance.now(), nowLoop, nowMachine];
  }
  return {
    async rest(signal: AbortSignal): Promise<void> {
      if (performance.now() - since >= SAMPLE_MS) sample();
      if (isBusy && requestsUnderWay() > 0) await sleep(REST_MS, undefined, { signal }).catch(() => undefined);
    },
  };
}
