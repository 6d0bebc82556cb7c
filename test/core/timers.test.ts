// Work that each process repeats by itself (core/timers.ts).
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createMetrics } from '../../core/metrics/metrics.ts';
import { EventEmitter } from 'node:events';
import { repeat, timerAges, TIMERS } from '../../core/timers.ts';
import { testLog } from '../support/stores.ts';

it('goes on after a failed run, one run at a time, and ends', async () => {
  let runs = 0;
  let underWay = 0;
  const repeated = repeat('read events', {
    log: testLog,
    everyMs: () => 1,
    async run() {
      expect(++underWay).toBe(1);
      await new Promise(setImmediate);
      underWay--;
      if (++runs % 2 === 0) throw new Error('every second one');
    },
  });
  await expect.poll(() => runs).toBeGreaterThan(4);
  await repeated.close();
  const ended = runs;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(runs).toBe(ended);
});

it('shows the age of its last successful run in the metrics', async () => {
  const repeated = repeat('publication dates', { log: testLog, run: () => Promise.resolve() });
  await repeated.settle();
  await repeated.close();
  expect(timerAges().map(({ timer }) => timer)).toContain('publication dates');
  const metrics = createMetrics({
    version: '0',
    client: new EventEmitter(),
    jobCounts: () => Promise.resolve([]),
    storedFiles: () => Promise.resolve({ bytes: 0, files: 0 }),
    uploadsUnderWay: () => 0,
  });
  expect(await metrics.text()).toMatch(/^colophon_timer_age_seconds\{timer="publication dates"\} \d/m);
  metrics.close();
});

it('is listed in the documentation as it is, three timers at most', async () => {
  const text = await readFile(new URL('../../openapi/docs/operations.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split('\n### Timers\n');
  const cells = (line: string): string[] =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const rows =
    section
      .split('\n#')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| `')) ?? [];
  expect(rows.map(cells)).toEqual(
    Object.entries(TIMERS).map(([name, { everyMs, does, whenLate }]) => [
      `\`${name}\``,
      `${everyMs.toLocaleString('en')} ms`,
      does,
      whenLate,
    ]),
  );
  expect(rows.length).toBeLessThanOrEqual(3);
});
