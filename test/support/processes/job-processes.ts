// Processes that run jobs of a test, on a separate database (test/support/processes/jobs-process.ts).
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { newJob } from '../../../core/jobs/job-rows.ts';
import { connect } from '../../../core/store/connection/connect.ts';
import { ensureIndexes } from '../../../core/store/indexes/collection-indexes.ts';
import { createStore, type AsyncJobRow, type Store } from '../../../core/store/store.ts';
import { commandFile } from './command-file.ts';

export interface JobProcess {
  child: ChildProcess;
  /** Its output. */
  output(): string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Ends it in order. @returns its exit code */
  stop(): Promise<number | null>;
}

export interface JobProcesses {
  store: Store;
  /** @param settings on top of the database */
  start(settings?: Record<string, string>): Promise<JobProcess>;
  /** Writes jobs of a service without waking them. @returns their ids */
  insert(count: number, given: Partial<AsyncJobRow> & { service: string }): Promise<string[]>;
  /** Runs that were begun, the earliest first. */
  runs(): Promise<{ job: string; process: number; begun: Date; ended?: Date }[]>;
  close(): Promise<void>;
}

export async function openJobProcesses(mongodbUri: string): Promise<JobProcesses> {
  const { client, db } = await connect(mongodbUri);
  const store = createStore(client, db);
  await ensureIndexes(store);
  const started: JobProcess[] = [];
  return {
    store,
    async start(settings = {}) {
      const env = { PATH: process.env['PATH'], MONGODB_URI: mongodbUri, ...settings };
      const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
      const child = spawn(process.execPath, [commandFile('test/support/processes/jobs-process.ts')], { env, stdio });
      let output = '';
      const running = new Promise<void>((resolve) => {
        child.stdout.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          if (/^running$/m.test(output)) resolve();
        });
      });
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const end = async (signal: NodeJS.Signals): Promise<number | null> => {
        if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
        const exit = once(child, 'exit') as Promise<[number | null]>;
        child.kill(signal);
        return (await exit)[0];
      };
      const it: JobProcess = {
        child,
        output: () => output,
        kill: async () => void (await end('SIGKILL')),
        stop: () => end('SIGTERM'),
      };
      started.push(it);
      const failed = once(child, 'exit').then(() => Promise.reject(new Error(output)));
      failed.catch(() => undefined);
      await Promise.race([running, failed]);
      return it;
    },
    async insert(count, given) {
      const jobs = Array.from({ length: count }, () => newJob(given, new Date()));
      await store.asyncJobs.insertMany(jobs);
      return jobs.map(({ _id }) => _id);
    },
    runs: () =>
      db
        .collection<{ job: string; process: number; begun: Date; ended?: Date }>('test_runs')
        .find()
        .sort({ begun: 1 })
        .toArray(),
    async close() {
      await Promise.all(started.map((one) => one.kill()));
      await db.dropDatabase();
      await client.close();
    },
  };
}
