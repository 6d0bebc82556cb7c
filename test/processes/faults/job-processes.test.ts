// Jobs in separate processes that die, end and share the work: every job is done, and none twice at the same time.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { openJobProcesses, type JobProcesses } from '../../support/processes/job-processes.ts';

const LONG = { timeout: 300_000, interval: 100 };

let all: JobProcesses;
beforeEach(async () => {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/test_${randomUUID().slice(0, 18)}`;
  all = await openJobProcesses(uri.href);
});
afterEach(() => all.close());

const open = (): Promise<number> => all.store.asyncJobs.countDocuments({ completed: null });
const allDone = (): Promise<void> => vi.waitFor(async () => expect(await open()).toBe(0), LONG);

/** Pairs of runs of one job of which the second was begun before the first had ended. */
async function overlaps(): Promise<unknown[]> {
  const byJob = new Map<string, { begun: Date; ended?: Date }[]>();
  for (const run of await all.runs()) byJob.set(run.job, [...(byJob.get(run.job) ?? []), run]);
  return [...byJob.values()].flatMap((runs) =>
    runs.filter((run, index) => runs.slice(0, index).some((before) => before.ended && before.ended > run.begun)),
  );
}

describe('jobs', () => {
  it('of processes that share them run once each, those of higher priority first', async () => {
    await all.insert(60, { service: 'note', payload: { ms: 50 } });
    const urgent = await all.insert(20, { service: 'note', payload: { ms: 50 }, priority: 9 });
    // On a busy machine a process may stand still for longer than a short lock, and its jobs are taken over.
    const settings = { LOCK_MS: '60000' };
    const processes = await Promise.all([all.start(settings), all.start(settings)]);
    await allDone();
    const runs = await all.runs();
    expect(runs).toHaveLength(80);
    expect(new Set(runs.map((run) => run.process)).size).toBe(2);
    // A process may find some of the others before all of them are queued.
    const early = runs.slice(0, 40).filter(({ job }) => urgent.includes(job));
    expect(early.length).toBeGreaterThan(10);
    expect(processes.map((each) => each.output())).toEqual(['running\n', 'running\n']);
  });

  it('running in a killed process are run again, without losing an attempt', async () => {
    const ids = await all.insert(30, { service: 'note', payload: { ms: 400 }, max_attempts: 1 });
    const first = await all.start();
    await vi.waitFor(async () => expect((await all.runs()).length).toBeGreaterThanOrEqual(10), LONG);
    await first.kill();
    const cutOff = (await all.runs()).filter(({ ended }) => !ended).map(({ job }) => job);
    expect(cutOff.length).toBeGreaterThan(0);
    const recorded = await all.store.asyncJobs.distinct('_id', { completed: { $ne: null } });
    await all.start();
    await allDone();
    const runs = await all.runs();
    for (const id of ids) {
      const ended = runs.filter((run) => run.job === id && run.ended).length;
      // One that had ended and was not recorded yet is run once more.
      if (recorded.includes(id)) expect(ended).toBe(1);
      else expect([1, 2]).toContain(ended);
    }
    expect(await overlaps()).toEqual([]);
    const rows = await all.store.asyncJobs.find().toArray();
    for (const { results, locked_by, max_attempts } of rows) {
      expect([results, locked_by, max_attempts]).toEqual([
        [{ data: { messages: ['noted'] }, success: true, attempt_number: 1 }],
        undefined,
        0,
      ]);
    }
  });

  it('that take longer than a lock keep it', async () => {
    await all.insert(3, { service: 'note', payload: { ms: 7_000 } });
    await Promise.all([all.start(), all.start()]);
    await allDone();
    expect(await all.runs()).toHaveLength(3);
  });

  it('fail when they end their process each time', async () => {
    const [id = ''] = await all.insert(1, { service: 'deadly' });
    const row = () => all.store.asyncJobs.findOne({ _id: id });
    for (let starts = 0; (await row())?.results === null; starts++) {
      expect(starts).toBeLessThan(10);
      const { child } = await all.start();
      await vi.waitFor(
        async () => expect(child.signalCode !== null || (await row())?.results !== null).toBe(true),
        LONG,
      );
    }
    expect(await all.runs()).toHaveLength(5);
    expect(await row()).toMatchObject({ completed: null, max_attempts: 0, due: null, locked_until: null });
    expect((await row())?.results).toEqual([
      {
        data: { messages: ['It was interrupted 5 times, and is not tried again.'] },
        success: false,
        attempt_number: 1,
      },
    ]);
  });

  it('are finished by a process that shuts down; those not begun are left to others', async () => {
    await all.insert(25, { service: 'note', payload: { ms: 1_500 } });
    const first = await all.start();
    await vi.waitFor(async () => expect((await all.runs()).length).toBeGreaterThanOrEqual(5), LONG);
    expect(await first.stop()).toBe(0);
    expect((await all.runs()).filter(({ ended }) => !ended)).toEqual([]);
    const done = await all.store.asyncJobs.countDocuments({ completed: { $ne: null } });
    expect([await open(), (await all.runs()).length]).toEqual([25 - done, done]);
    expect(await all.store.asyncJobs.countDocuments({ locked_by: { $exists: true } })).toBe(0);
    expect(await all.store.agendaJobs.countDocuments({ lockedAt: { $ne: null }, nextRunAt: { $ne: null } })).toBe(0);
    await all.start();
    await allDone();
    expect(await all.runs()).toHaveLength(25);
  });

  it('that do not end are aborted at a shutdown, without losing an attempt', async () => {
    const [id = ''] = await all.insert(1, { service: 'patient' });
    const first = await all.start();
    await vi.waitFor(async () => expect(await all.runs()).toHaveLength(1), LONG);
    expect(await first.stop()).toBe(0);
    expect(await all.store.asyncJobs.findOne({ _id: id })).toMatchObject({
      results: null,
      locked_until: null,
      max_attempts: 1,
    });
    await all.start();
    await vi.waitFor(async () => expect(await all.runs()).toHaveLength(2), LONG);
  });
});

describe('a schedule', () => {
  it('whose process is killed while it runs is run again by another one', async () => {
    const first = await all.start({ SCHEDULE: 'test.deadly' });
    await vi.waitFor(() => expect(first.child.signalCode).toBe('SIGKILL'), LONG);
    await Promise.all([all.start({ SCHEDULE: 'test.deadly' }), all.start({ SCHEDULE: 'test.deadly' })]);
    await vi.waitFor(async () => expect((await all.runs()).filter(({ ended }) => ended)).toHaveLength(1), LONG);
    expect(await all.runs()).toHaveLength(2);
  });

  it('that a shutdown interrupts is run again by another process', async () => {
    const first = await all.start({ SCHEDULE: 'test.patient' });
    await vi.waitFor(async () => expect(await all.runs()).toHaveLength(1), LONG);
    expect(await first.stop()).toBe(0);
    await all.start({ SCHEDULE: 'test.patient' });
    await vi.waitFor(async () => expect(await all.runs()).toHaveLength(2), LONG);
  });
});
