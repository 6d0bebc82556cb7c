// Jobs of extensions (D964), services of /admin/async_jobs, and their schedules (D970), which Agenda begins by itself.
import { cronGap } from '../jobs/scheduled-runs.ts';
import type { RunningService, ScheduledWork } from '../jobs/job-services.ts';
import { isList } from '../values.ts';
import { DEFAULT_ZONE } from './extension-schedules.ts';
import type { ExtensionWithTools } from './operation-hooks.ts';

/** Delays between attempts, ms. */
const JOB_WAITS = [10_000, 60_000, 600_000];

/** Without the time limit of hooks: no request waits for a job. */
export const extensionJobs = (extensions: readonly ExtensionWithTools[]): RunningService[] =>
  extensions.flatMap(({ extension, tools }) =>
    Object.entries(extension.jobs ?? {}).map(([name, work]) => ({
      name: `${extension.name}.${name}`,
      waits: JOB_WAITS,
      async run({ payload }, signal) {
        const lines: unknown = await work({ payload: payload ?? {}, signal }, tools);
        return isList(lines) ? lines.map(String) : [];
      },
    })),
  );

async function timesOf(
  when: { everySeconds: number } | { cron: string; timeZone?: string },
): Promise<ScheduledWork['times']> {
  if ('everySeconds' in when) return { everyMs: when.everySeconds * 1_000 };
  const { cron, timeZone = DEFAULT_ZONE } = when;
  return { cron, timeZone, everyMs: await cronGap(cron, timeZone) };
}

/** Without the time limit of hooks, like jobs. */
export function extensionSchedules(extensions: readonly ExtensionWithTools[]): Promise<ScheduledWork[]> {
  const works = extensions.flatMap(({ extension, tools }) =>
    Object.entries(extension.schedules ?? {}).map(async ([name, { does, run, ...when }]): Promise<ScheduledWork> => ({
      name: `${extension.name}.${name}`,
      does: does ?? `the schedule "${name}" of the extension "${extension.name}"`,
      times: await timesOf(when),
      waits: JOB_WAITS,
      run: async (signal) => void (await run({ signal }, tools)),
    })),
  );
  return Promise.all(works);
}
