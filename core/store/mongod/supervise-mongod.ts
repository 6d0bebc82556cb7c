// Starts a mongod again when it has ended unexpectedly, and stops after repeated failures.
import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '../../values.ts';
import type { MongodProcess } from './mongod-process.ts';

interface Supervision {
  /** Starts it again, on the same port. */
  start: () => Promise<MongodProcess>;
  onProgress: (line: string) => void;
  onGivenUp: (reason: string) => void;
}

/** After this number of ends within the time there is no further start. */
const MAX_ENDS = 5;
const WITHIN_MS = 60_000;
const WAIT_MS = 500;

export function superviseMongod(
  first: MongodProcess,
  { start, onProgress, onGivenUp }: Supervision,
): { stop(): Promise<void> } {
  let running = first;
  let isStopping = false;
  let restarting: Promise<void> | undefined;
  let ends: number[] = [];

  function follow(): void {
    void running.failure.then((reason) => {
      if (!isStopping) restarting = restart(reason);
    });
  }

  async function restart(cause: Error): Promise<void> {
    for (let reason = cause; !isStopping; await sleep(WAIT_MS * ends.length)) {
      ends = [...ends.filter((at) => at > performance.now() - WITHIN_MS), performance.now()];
      if (ends.length >= MAX_ENDS) {
        onGivenUp(`mongod is not started again after ${MAX_ENDS} attempts in a minute: ${reason.message}`);
        return;
      }
      onProgress(`${reason.message}; it is started again`);
      try {
        running = await start();
        onProgress('mongod runs again');
        follow();
        return;
      } catch (error) {
        reason = asError(error);
      }
    }
  }

  follow();
  return {
    async stop() {
      isStopping = true;
      await restarting;
      await running.stop();
    },
  };
}
