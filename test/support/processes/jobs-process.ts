// A process that runs jobs of a test (test/support/processes/job-processes.ts), with much shorter times than in production. With
// SMTP_URL it sends mails too, from a database that a service has filled.
import { setTimeout as sleep } from 'node:timers/promises';
import { openAccessService } from '../../../core/access/access-service.ts';
import { systemClock } from '../../../core/clock.ts';
import { readConfig } from '../../../core/config/config.ts';
import type { JobService, ScheduledWork } from '../../../core/jobs/job-services.ts';
import { createJobs } from '../../../core/jobs/jobs.ts';
import { createLog } from '../../../core/log.ts';
import { createMailService } from '../../../core/mail/mail-service.ts';
import { loadMailTemplates } from '../../../core/mail/mail-templates.ts';
import { connect } from '../../../core/store/connection/connect.ts';
import { createStore } from '../../../core/store/store.ts';

const { client, db } = await connect(process.env['MONGODB_URI'] ?? '');
const store = createStore(client, db);
/** When runs begin and end; a row of a run that was cut off has no end. */
const runs = db.collection<{ job: string; process: number; begun: Date; ended?: Date }>('test_runs');

const services: JobService[] = [
  {
    name: 'note',
    waits: [0],
    /** Runs for the milliseconds of its payload. */
    async run(job) {
      const { insertedId } = await runs.insertOne({ job: job._id, process: process.pid, begun: new Date() });
      await sleep(Number(job.payload?.['ms'] ?? 0));
      await runs.updateOne({ _id: insertedId }, { $set: { ended: new Date() } });
      return ['noted'];
    },
  },
  {
    name: 'patient',
    waits: [0],
    /** Continues until its signal is aborted. */
    async run(job, signal) {
      await runs.insertOne({ job: job._id, process: process.pid, begun: new Date() });
      await sleep(600_000, undefined, { signal });
      return [];
    },
  },
  {
    name: 'deadly',
    waits: [0],
    async run(job) {
      await runs.insertOne({ job: job._id, process: process.pid, begun: new Date() });
      process.kill(process.pid, 'SIGKILL');
      await sleep(10_000);
      return [];
    },
  },
];

const log = createLog('warn');
if (process.env['SMTP_URL'] !== undefined) {
  const access = await openAccessService({ store, log });
  const config = readConfig(process.env);
  services.push(createMailService({ store, access, templates: loadMailTemplates(config.mailTemplates), log, config }));
}
const jobs = createJobs({
  store,
  clock: systemClock,
  log,
  isWorker: true,
  keepDays: 1,
  lockMs: Number(process.env['LOCK_MS'] ?? 3_000),
});
/** Ends its process at the first run of all. */
const deadlySchedule: ScheduledWork = {
  name: 'test.deadly',
  does: 'ends its process',
  times: { everyMs: 3_600_000 },
  waits: [],
  async run() {
    const before = await runs.countDocuments({ job: 'test.deadly' });
    const { insertedId } = await runs.insertOne({ job: 'test.deadly', process: process.pid, begun: new Date() });
    if (before === 0) process.kill(process.pid, 'SIGKILL');
    await runs.updateOne({ _id: insertedId }, { $set: { ended: new Date() } });
  },
};
/** Ends when it is told to, at the first run of all. */
const patientSchedule: ScheduledWork = {
  name: 'test.patient',
  does: 'continues until its signal is aborted',
  times: { everyMs: 3_600_000 },
  waits: [],
  async run(signal) {
    const before = await runs.countDocuments({ job: 'test.patient' });
    await runs.insertOne({ job: 'test.patient', process: process.pid, begun: new Date() });
    if (before === 0) await sleep(600_000, undefined, { signal });
  },
};
const SCHEDULES = [deadlySchedule, patientSchedule];
jobs.start({ services, scheduled: SCHEDULES.filter(({ name }) => name === process.env['SCHEDULE']) });
process.on('SIGTERM', () => {
  void jobs
    .close()
    .then(() => client.close())
    .then(() => process.exit(0));
});
console.log('running');
