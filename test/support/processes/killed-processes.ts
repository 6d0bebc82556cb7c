// Conditions that tests wait for when they kill a process.
import { setTimeout as sleep } from 'node:timers/promises';

export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 600_000; !(await isSo()); await sleep(5)) {
    if (performance.now() > end) throw new Error('it has not come to that');
  }
}
