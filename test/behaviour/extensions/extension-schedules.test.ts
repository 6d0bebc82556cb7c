// Schedules of extensions (D970): one process of all runs them, administrators see them, and an error is tried again.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { assertSchedules } from '../../../core/extensions/extension-schedules.ts';
import { loadExtensions } from '../../../core/extensions/load-extensions.ts';
import { scheduledRuns } from '../../../core/jobs/scheduled-runs.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { testLog } from '../../support/database/stores.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'colophon-extension-schedules-'));
const runsFile = path.join(folder, 'runs.txt');
let test: TestService;
let other: TestService;

const MODULE = `
import { appendFileSync } from 'node:fs';
const note = (name) => appendFileSync(${JSON.stringify(runsFile)}, name + '\\n');
let isBroken = true;
export default {
  name: 'own',
  schedules: {
    hourly: { everySeconds: 3600, run: ({ signal }) => note('hourly ' + signal.aborted) },
    often: {
      everySeconds: 1,
      does: 'writes a document',
      async run(_input, { operations, serviceContext }) {
        const body = { data: { type: 'documents', attributes: { title: 'By a schedule' } } };
        const params = { object_type_name: 'documents' };
        await operations.createTypedObject({ params, query: {}, body, context: serviceContext });
        note('often');
      },
    },
    broken: {
      everySeconds: 3600,
      run() {
        note('broken');
        if (isBroken) { isBroken = false; throw new Error('not today'); }
      },
    },
    weekdays: { cron: '30 6 * * 1-5', timeZone: 'Europe/Rome', run: () => note('weekdays') },
  },
};
`;

beforeAll(async () => {
  writeFileSync(path.join(folder, 'own.mjs'), MODULE);
  const env = { EXTENSIONS_DIR: folder, PROCESS_ROLE: 'all' };
  test = await openTestService({ env });
  other = await openTestService({ env, beside: test });
});
afterAll(async () => {
  await other.close();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const runs = (): string[] => readFileSync(runsFile, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
const patiently = { timeout: 300_000, interval: 200 };

describe('the schedules of an extension', () => {
  it('run again and again, in one process of all, with the operations of the service', async () => {
    await vi.waitFor(() => expect(runs().filter((run) => run === 'often').length).toBeGreaterThan(2), patiently);
    expect(runs().filter((run) => run.startsWith('hourly'))).toEqual(['hourly false']);
    expect(runs()).not.toContain('weekdays');
    const { body } = await test.admin.get('/documents?filter[title]=By a schedule');
    expect((body as { data: unknown[] }).data.length).toBeGreaterThan(2);
  });

  it('are tried again after an error, which is logged', async () => {
    await vi.waitFor(() => expect(runs().filter((run) => run === 'broken')).toHaveLength(2), patiently);
    const lines = [...test.logged, ...other.logged].filter((line) => line.includes('a scheduled run failed'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, schedule: 'own.broken', error: 'not today' });
  });

  it('are among the timers and in the metrics', async () => {
    const { body } = await test.admin.get('/admin/sysinfo');
    const { timers } = (body as { meta: { info: { timers: { name: string }[] } } }).meta.info;
    const own = timers.filter(({ name }) => name.startsWith('own.'));
    const schedule = { runs_in: 'one_process', when_late: expect.any(String), age: expect.any(Number) };
    const hourly = 'the schedule "hourly" of the extension "own"';
    expect(own).toMatchObject([
      { ...schedule, name: 'own.hourly', interval: 3_600, does: hourly },
      { ...schedule, name: 'own.often', interval: 1, does: 'writes a document' },
      { ...schedule, name: 'own.broken', interval: 3_600 },
      { ...schedule, name: 'own.weekdays', cron: '30 6 * * 1-5', time_zone: 'Europe/Rome', age: null },
    ]);
    const texts = await Promise.all([test, other].map(({ service }) => service.services.metrics.text()));
    expect(texts[0]).toMatch(/^colophon_recurring_age_seconds\{timer="own\.often"\} \d/m);
    expect(texts.join('\n')).toMatch(/^colophon_job_runs_total\{service="own\.broken",outcome="failure"\} 1$/m);
    expect(texts.join('\n')).toMatch(/^colophon_job_runs_total\{service="own\.hourly",outcome="success"\} 1$/m);
  });

  it('have their times by the clock of their zone', async () => {
    const row = await test.service.services.store.agendaJobs.findOne({ name: 'own.weekdays' });
    const shown = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', timeStyle: 'short' });
    expect(shown.format(row?.nextRunAt ?? new Date(0))).toBe('06:30');
  });
});

describe('a failed run', () => {
  const failing = (nextMs: number) => {
    const times = { everyMs: 1 };
    const work = { name: 'own.a', does: '', times, waits: [10, 60], run: () => Promise.reject(new Error('no')) };
    const { run, backoff } = scheduledRuns(work, { log: testLog, noteRun: undefined });
    const job = { attrs: { nextRunAt: new Date(Date.now() + nextMs) } } as Parameters<typeof run>[0];
    return { run: (signal = new AbortController().signal) => run(job, signal).catch(() => undefined), backoff };
  };

  it('is repeated after each wait, also in later rows of failures', async () => {
    const { run, backoff } = failing(3_600_000);
    await run();
    expect([1, 2, 3, 4, 5, 6].map((attempt) => backoff({ attempt }))).toEqual([10, 60, null, 10, 60, null]);
  });

  it('is not repeated when the next one is due before', async () => {
    const { run, backoff } = failing(0);
    await run();
    expect(backoff({ attempt: 1 })).toBeNull();
  });

  it('is repeated at once when it was interrupted', async () => {
    const { run, backoff } = failing(0);
    await run(AbortSignal.abort());
    expect(backoff({ attempt: 1 })).toBe(0);
  });
});

const run = (): void => undefined;
const FIELDS = '"cron" has five fields (minute, hour, day of month, month, day of week), or six with the second first';
const SECONDS = '"everySeconds" is a whole number from 1 to 31622400';
/** What is wrong, the schedule, and the fault that is named. */
const FAULTY: [string, unknown, string][] = [
  ['nothing', 7, 'it is not an object'],
  ['no work', { everySeconds: 1 }, '"run" is not a function'],
  ['no time', { run }, 'it needs either "everySeconds" or "cron"'],
  ['two times', { everySeconds: 1, cron: '* * * * *', run }, 'it needs either "everySeconds" or "cron"'],
  ['no second', { everySeconds: 0, run }, SECONDS],
  ['a text for seconds', { everySeconds: '5', run }, SECONDS],
  ['a slip', { every: 5, run }, '"every" is not one of everySeconds, cron, timeZone, does, run'],
  ['a purpose that is no text', { everySeconds: 1, does: 1, run }, '"does" is not a text'],
  ['a zone without a clock', { everySeconds: 1, timeZone: 'UTC', run }, '"timeZone" belongs to "cron"'],
  ['two fields', { cron: '1 2', run }, FIELDS],
  ['a time by chance', { cron: 'H * * * *', run }, FIELDS],
  ['a number for an expression', { cron: 5, run }, FIELDS],
  [
    'a minute that is none',
    { cron: '61 * * * *', run },
    '"cron" is not valid: Constraint error, got value 61 expected range 0-59',
  ],
  [
    'a day that never comes',
    { cron: '0 0 30 2 *', run },
    '"cron" is not valid: Invalid explicit day of month definition',
  ],
  [
    'a zone that is none',
    { cron: '0 0 * * *', timeZone: 'Mars/Olympus', run },
    '"timeZone" is a name like Europe/Rome, not "Mars/Olympus"',
  ],
];

describe('a schedule with', () => {
  it.each(FAULTY)('%s is refused with its place', async (_what, schedule, fault) => {
    const refusal = assertSchedules('own.mjs', { nightly: schedule }).then(() => 'taken', String);
    expect(await refusal).toBe(`ExtensionError: own.mjs: the schedule "nightly": ${fault}`);
  });

  it.each([
    ['a list', 7, '"schedules" is not an object'],
    [
      'a bad name',
      { 'at night': { everySeconds: 1, run } },
      'the name "at night" of a schedule must match ^[a-z][a-z0-9-]{0,49}$',
    ],
  ])('%s is refused', async (_what, schedules, fault) => {
    await expect(assertSchedules('own.mjs', schedules)).rejects.toThrow(`own.mjs: ${fault}`);
  });

  it.each([
    { everySeconds: 1, run },
    { cron: '*/10 * * * * *', run },
    { cron: '0 0 1 jan *', timeZone: 'Asia/Tokyo', run },
  ])('%o is taken', async (schedule) => {
    await expect(assertSchedules('own.mjs', { nightly: schedule })).resolves.toBeUndefined();
  });

  it('a fault ends the start', async () => {
    const bad = mkdtempSync(path.join(folder, 'bad-'));
    writeFileSync(path.join(bad, 'own.mjs'), "export default { name: 'own', schedules: { nightly: 7 } };");
    const loaded = loadExtensions({ folder: bad, required: true, kept: [] });
    await expect(loaded).rejects.toThrow(/own\.mjs: the schedule "nightly": it is not an object$/);
  });
});
