// Versions and memory use of the service, for administrators. No environment variable, no address, no secret.
import type { components } from '../../generated/api.d.ts';
import { recurringAges } from '../jobs/scheduled-runs.ts';
import type { ModelService } from '../model/model-service.ts';
import { checkDatabase } from '../store/connection/health.ts';
import type { Store } from '../store/store.ts';
import { TIMERS, timerAges, type TimerAge } from '../timers.ts';
import type { ScheduledWork } from '../jobs/job-services.ts';

type SystemInfo = components['schemas']['SystemInfo'];

const WHEN_LATE = 'it runs once, as soon as there is a process that runs jobs';

const scheduleRow = ({ name, does, times }: ScheduledWork) => ({
  name,
  runs_in: 'one_process' as const,
  interval: times.everyMs / 1_000,
  ...('cron' in times && { cron: times.cron, time_zone: times.timeZone }),
  does,
  when_late: WHEN_LATE,
});

function timersNow(recurring: readonly TimerAge[], schedules: readonly ScheduledWork[]): SystemInfo['timers'] {
  const ages = new Map<string, number>([...timerAges(), ...recurring].map(({ timer, seconds }) => [timer, seconds]));
  const own = Object.entries(TIMERS).map(([name, { runsIn, everyMs, does, whenLate }]) => ({
    name,
    runs_in: runsIn,
    interval: everyMs / 1_000,
    does,
    when_late: whenLate,
  }));
  return [...own, ...schedules.map(scheduleRow)].map((timer) => {
    const age = ages.get(timer.name);
    return { ...timer, age: age === undefined ? null : Math.round(age * 1_000) / 1_000 };
  });
}

interface Parts {
  store: Store;
  modelService: Pick<ModelService, 'current'>;
  schedules(): readonly ScheduledWork[];
}

export async function systemInfo({ store, modelService, schedules }: Parts, version: string): Promise<SystemInfo> {
  const database = await checkDatabase(store);
  const recurring = database.ok ? await recurringAges(store).catch(() => []) : [];
  return {
    version,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    mongodb: database.version ?? null,
    uptime: Math.floor(process.uptime()),
    memory: process.memoryUsage.rss(),
    model_version: modelService.current().version,
    timers: timersNow(recurring, schedules()),
  };
}
