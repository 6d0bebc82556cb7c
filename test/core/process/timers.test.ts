// Work that each process repeats by itself (core/timers.ts).
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createMetrics } from '../../../core/metrics/metrics.ts';
import { EventEmitter } from 'node:events';
import { repeat, timerAges, TIMERS } from '../../../core/timers.ts';
import { testLog } from '../../support/database/stores.ts';

it('goes on after a failed run, one run at a time, and ends', async () => {
  let runs = 0;
  let underWay = 0;
  const repeated = repeat('events', {
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
  const repeated = repeat('events', { log: testLog, run: () => Promise.resolve() });
  await repeated.settle();
  await repeated.close();
  expect(timerAges().map(({ timer }) => timer)).toContain('events');
  const metrics = createMetrics({
    version: '0',
    client: new EventEmitter(),
    jobCounts: () => Promise.resolve([]),
    recurringAges: () => Promise.resolve([{ timer: 'remove old jobs', seconds: 7 }]),
    storedFiles: () => Promise.resolve({ bytes: 0, files: 0 }),
    uploadsUnderWay: () => 0,
  });
  const text = await metrics.text();
  expect(text).toMatch(/^colophon_timer_age_seconds\{timer="events"\} \d/m);
  expect(text).toMatch(/^colophon_recurring_age_seconds\{timer="remove old jobs"\} 7$/m);
  metrics.close();
});

const core = new URL('../../../core/', import.meta.url);

it('is listed in the documentation as it is', async () => {
  const text = await readFile(new URL('../openapi/docs/monitoring.md', core), 'utf8');
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
    Object.entries(TIMERS).map(([name, { everyMs, runsIn, does, whenLate }]) => [
      `\`${name}\``,
      `${(everyMs / 1_000).toLocaleString('en')} s`,
      runsIn.replace('_', ' '),
      does,
      whenLate,
    ]),
  );
});

/** Work of a request or of a run, which ends with it. */
const ENDS = new Map([
  ['events/event-cursors.ts', 'renews a lease while it is held'],
  ['files/file-hold.ts', 'renews a hold while a file is read'],
  ['files/file-store.ts', 'renews a lease while a file is written'],
  ['files/receive-file.ts', 'touches a file while it is received'],
  ['http/idempotency/hold-key.ts', 'renews a key while its request runs'],
  ['jobs/job-queue.ts', 'renews a lock while a job runs'],
  ['network/least-rate.ts', 'measures one transfer'],
  ['store/mongod/fetch-mongod.ts', 'shows the progress of a download'],
  ['store/history/history-window.ts', 'extends a snapshot while it is read'],
  ['store/lease.ts', 'renews a lease while its work runs'],
  ['store/migrations.ts', 'renews the lock of migrations while they run'],
]);

it('is in the list, or ends with its request or run', async () => {
  const names = (await readdir(core, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const repeating: string[] = [];
  const used: string[] = [];
  for (const name of names) {
    const text = await readFile(new URL(name, core), 'utf8');
    if (text.includes('setInterval(')) repeating.push(name);
    used.push(...[...text.matchAll(/\b(?:repeat|recurring)\(\s*'([^']+)'/g)].map(([, timer = '']) => timer));
  }
  expect(repeating.sort()).toEqual([...ENDS.keys()].sort());
  expect(Object.keys(TIMERS).filter((timer) => !used.includes(timer))).toEqual([]);
});

it('is of Agenda, except for three timers', () => {
  const own = Object.entries(TIMERS).filter(([, { runsIn }]) => runsIn === 'each_process');
  expect(own.map(([name]) => name)).toEqual(['events', 'other processes', 'own uploads']);
});
