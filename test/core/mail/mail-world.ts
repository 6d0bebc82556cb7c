// A mail service without a database: one user, some configuration, jobs that are passed to it.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { resolveAccess } from '../../../core/access/access-rules.ts';
import { readConfig } from '../../../core/config/config.ts';
import { JobFailed } from '../../../core/jobs/job-services.ts';
import { newJob } from '../../../core/jobs/job-rows.ts';
import { createMailService } from '../../../core/mail/mail-service.ts';
import { loadMailTemplates } from '../../../core/mail/mail-templates.ts';
import type { AsyncJobRow, ConfigRow, ObjectDocument } from '../../../core/store/store.ts';

export const NOW = new Date('2026-05-13T07:09:23Z');
export const SECRET = '3f2b8a52-6f0e-4c6e-9f63-0d5c8b2f7a11';

interface World {
  env?: Record<string, string>;
  user?: Record<string, unknown> | null;
  settings?: Record<string, string>;
}

export async function createMailWorld({ env = {}, user = { name: 'Ada' }, settings = {} }: World = {}) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'colophon-mail-'));
  const logged: string[] = [];
  const log = pino(
    { level: 'trace', base: null },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged.push(chunk.toString());
        done();
      },
    }),
  );
  const config = Object.entries(settings).map(([name, content], index) => ({
    ...{ _id: index, name, content, context: 'core', application_id: null },
  })) as unknown as ConfigRow[];
  const rows = { applications: [], endpoints: [], permissions: [], config, roles: [], hasObjectPermissions: false };
  const snapshot = resolveAccess(rows, 0);
  const service = createMailService({
    store: { findDocument: async () => Promise.resolve(user as ObjectDocument | null) },
    access: { current: () => snapshot },
    templates: loadMailTemplates(undefined),
    log,
    config: readConfig({ DATA_DIR: dataDir, ...env }, () => 's'.repeat(32)),
  });
  return {
    dataDir,
    /** All that was logged, as text. */
    logged,
    waits: service.waits,
    run: (job: AsyncJobRow, signal: AbortSignal = new AbortController().signal) => service.run(job, signal),
    close: () => rm(dataDir, { recursive: true, force: true }),
  };
}

export const jobOf = (payload: Record<string, unknown> | null, secret?: string): AsyncJobRow =>
  newJob({ service: 'mail', payload, ...(secret !== undefined && { secret }) }, NOW);

export const signup = (changes: Record<string, unknown> = {}, secret: string | undefined = SECRET): AsyncJobRow =>
  jobOf(
    {
      ...{ template: 'signup', to: 'ada@example.org', user_id: 7, lang: 'en', url: 'https://app.example.org/activate' },
      ...changes,
    },
    secret,
  );

/** How a run has failed. */
export const failure = (run: Promise<unknown>): Promise<JobFailed> =>
  run.then(
    () => Promise.reject(new Error('it was sent')),
    (error: unknown) => {
      if (error instanceof JobFailed) return error;
      throw error;
    },
  );
