// In a busy process, webhooks pause in favour of requests.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPace } from '../../../core/webhooks/pace.ts';

/** Keeps the event loop busy. */
function work(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

/** The processors of a machine that is busy for a share of the time. */
function machine(share: number) {
  const begin = performance.now();
  return () => {
    const all = performance.now() - begin;
    return { busy: all * share, all };
  };
}

async function restOf(requests: number, { loop, share }: { loop: boolean; share: number }): Promise<number> {
  const pace = createPace(() => requests, machine(share));
  if (loop) work(300);
  else await sleep(300);
  // The utilization is known when the loop has turned.
  await sleep(1);
  const ended = new AbortController();
  const began = performance.now();
  setTimeout(() => ended.abort(), 200);
  await pace.rest(ended.signal);
  return performance.now() - began;
}

it('pauses in a process that is busy with requests, until it is stopped', async () => {
  expect(await restOf(1, { loop: true, share: 0.5 })).toBeGreaterThan(150);
});

it('pauses on a busy machine, also if the database is the load', async () => {
  expect(await restOf(1, { loop: false, share: 0.95 })).toBeGreaterThan(150);
});

it('continues without requests, and with spare processor time', async () => {
  expect(await restOf(0, { loop: true, share: 0.95 })).toBeLessThan(100);
  expect(await restOf(1, { loop: false, share: 0.5 })).toBeLessThan(100);
});
