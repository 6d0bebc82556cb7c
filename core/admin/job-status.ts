// The status of a job, derived from its dates and attempts, and as conditions for filters (D560).
import type { Clock } from '../clock.ts';
import type { FilterValue } from '../list-request.ts';
import {
  booleanOf,
  fieldCondition,
  filterError,
  singleText,
  type Condition,
  type NamedFilter,
} from '../query/filters.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';

export type JobStatus = 'completed' | 'locked' | 'failed' | 'planned' | 'pending';

type JobState = Pick<AsyncJobRow, 'completed' | 'locked_until' | 'max_attempts' | 'expires' | 'scheduled_from'>;

/** The first that applies, in this order. */
export function jobStatus(job: JobState, now: Date): JobStatus {
  if (job.completed !== null) return 'completed';
  if (job.locked_until !== null && job.locked_until >= now) return 'locked';
  if (job.max_attempts <= 0 || (job.expires !== null && job.expires < now)) return 'failed';
  return job.scheduled_from !== null && job.scheduled_from > now ? 'planned' : 'pending';
}

/** More are counted as this number: so many jobs are a problem, and the metrics must not make it worse. */
const MOST_COUNTED = 10_000;
const COUNT_MS = 2_000;

const INCOMPLETE: Condition = { completed: null };

/** The same as `jobStatus`. */
function statusCondition(status: JobStatus, now: Date): Condition {
  const isLocked = { locked_until: { $gte: now } };
  const isFailed = { $or: [{ max_attempts: { $lte: 0 } }, { expires: { $lt: now } }] };
  const isPlanned = { scheduled_from: { $gt: now } };
  const conditions: Record<JobStatus, Condition> = {
    completed: { completed: { $ne: null } },
    locked: { ...INCOMPLETE, ...isLocked },
    failed: { ...INCOMPLETE, $nor: [isLocked], ...isFailed },
    planned: { ...INCOMPLETE, $nor: [isLocked, isFailed], ...isPlanned },
    pending: { ...INCOMPLETE, $nor: [isLocked, isFailed, isPlanned] },
  };
  return conditions[status];
}

/** The jobs that are not completed, by service and status. */
export async function countJobs(
  { asyncJobs }: Pick<Store, 'asyncJobs'>,
  now: Date,
): Promise<{ service: string; status: JobStatus; count: number }[]> {
  const rows = asyncJobs.find(INCOMPLETE, {
    projection: { service: 1, completed: 1, locked_until: 1, max_attempts: 1, expires: 1, scheduled_from: 1 },
    limit: MOST_COUNTED,
    maxTimeMS: COUNT_MS,
  });
  const counts = new Map<string, { service: string; status: JobStatus; count: number }>();
  for await (const job of rows) {
    const status = jobStatus(job, now);
    const key = `${status} ${job.service}`;
    const counted = counts.get(key) ?? { service: job.service, status, count: 0 };
    counted.count++;
    counts.set(key, counted);
  }
  return [...counts.values()];
}

/** A filter without a value, or with a boolean. */
const flag =
  (condition: () => Condition): NamedFilter =>
  (value, parameter) =>
    value === '' || booleanOf(value, parameter) ? condition() : { $nor: [condition()] };

const PRIORITY = { path: 'priority', kind: 'integer' } as const;

/** `[priority]` and `[service]`: the pending jobs of at least that priority, of that service. */
function queueCondition(value: Readonly<Record<string, FilterValue>>, parameter: string, now: Date): Condition {
  const { priority, service } = value;
  return {
    $and: [
      statusCondition('pending', now),
      ...(priority === undefined ? [] : [fieldCondition(PRIORITY, { gte: priority }, `${parameter}[priority]`)]),
      ...(service === undefined ? [] : [{ service: { $eq: singleText(service, `${parameter}[service]`) } }]),
    ],
  };
}

const QUEUE_MEMBERS: ReadonlySet<string> = new Set(['priority', 'service']);

const isQueue = (value: FilterValue): value is Readonly<Record<string, FilterValue>> =>
  typeof value === 'object' && !Array.isArray(value) && Object.keys(value).some((key) => QUEUE_MEMBERS.has(key));

export const jobFilters = (clock: Clock): Readonly<Record<string, NamedFilter>> => {
  const status = (name: JobStatus) => flag(() => statusCondition(name, clock.now()));
  return {
    pending: status('pending'),
    failed: status('failed'),
    completed: status('completed'),
    incomplete: flag(() => INCOMPLETE),
    priority(value, parameter) {
      if (!isQueue(value)) return fieldCondition(PRIORITY, value, parameter);
      const unknown = Object.keys(value).find((key) => !QUEUE_MEMBERS.has(key));
      if (unknown !== undefined) throw filterError(parameter, `unknown member "${unknown}".`);
      return queueCondition(value, parameter, clock.now());
    },
  };
};
