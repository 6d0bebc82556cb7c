// The delay of the event loop is measured (core/http/limits/loop-delay.ts).
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { watchLoopDelay } from '../../../core/http/limits/loop-delay.ts';

const block = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end;);
};

it('is that of work which lasts, and ends with it', async () => {
  const delay = watchLoopDelay();
  try {
    for (const end = performance.now() + 2_000; performance.now() < end && delay.milliseconds() < 50;) {
      block(150);
      await sleep(1);
    }
    expect(delay.milliseconds()).toBeGreaterThanOrEqual(50);
    await expect.poll(() => delay.milliseconds()).toBeLessThan(50);
  } finally {
    await delay.close();
  }
});
