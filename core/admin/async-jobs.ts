// Work that is done later, as administrators see and plan it (reference/jsonapi.md 9, D43). The UUID that is mailed for a job
// that waits for an answer is not its id, and is shown nowhere.
import { CREDENTIALS_CHANGE, SIGNUP } from '../accounts/credentials.ts';
import type { Clock } from '../clock.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData, notFound } from '../errors.ts';
import { dueOf, newJob, MAIL } from '../jobs/job-rows.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { knownAttributes, readCreate, readUpdate, type ResourceBody } from '../format/jsonapi/resource-input.ts';
import { formatDateTime, parseDateTime } from '../date-values.ts';
import { writeRows } from '../resources/write-rows.ts';
import { assertGiven } from '../model/names.ts';
import { changeRow, findRow, insertRow, removeRow, type ResourceType } from '../resources/resource-type.ts';
import type { Condition, Field } from '../query/filters.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import { jobFilters, jobStatus } from './job-status.ts';
import { withoutValues } from './secrets.ts';

export interface AsyncJobInput {
  service?: string;
  priority?: number;
  payload?: Record<string, unknown> | null;
  scheduled_from?: string | null;
  expires?: string | null;
  max_attempts?: number;
}

interface Dependencies {
  store: Store;
  clock: Clock;
  jobs: Pick<Jobs, 'wake'>;
}

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'string' }],
  ['service', { path: 'service', kind: 'string' }],
  ['priority', { path: 'priority', kind: 'integer' }],
  ['scheduled_from', { path: 'scheduled_from', kind: 'datetime' }],
  ['expires', { path: 'expires', kind: 'datetime' }],
  ['max_attempts', { path: 'max_attempts', kind: 'integer' }],
  ['locked_until', { path: 'locked_until', kind: 'datetime' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
]);

/** Jobs that wait for an answer by mail: the service alone makes them, and only admins see them (D34, D113). */
const SECRET_SERVICES: readonly string[] = [CREDENTIALS_CHANGE, SIGNUP];

/** Those, and the mails of the service: they have addresses of users, and in its row a UUID until they are sent. */
const PRIVATE: Condition = {
  $or: [{ service: { $in: [...SECRET_SERVICES] } }, { service: MAIL, 'payload.user_id': { $exists: true } }],
};
const isPrivate = ({ service, payload }: AsyncJobRow): boolean =>
  SECRET_SERVICES.includes(service) || (service === MAIL && payload?.['user_id'] !== undefined);

/** Fields of a job that are never shown. */
const INTERNAL = ['due', 'locked_by', 'interruptions', 'secret', 'secret_hash'];

/** Of the JSON text of a payload, in characters. */
const LARGEST_PAYLOAD = 100_000;

/** What a caller sees of all jobs. */
export const jobScope = ({ caller }: Pick<RequestContext, 'caller'>): readonly Condition[] =>
  caller.isAdmin ? [] : [{ $nor: [PRIVATE] }];

/** @throws ApiError not_found */
export async function findJob(
  type: ResourceType<AsyncJobRow, 'AsyncJobs'>,
  id: string,
  { caller }: Pick<RequestContext, 'caller'>,
  transaction?: Transaction,
): Promise<AsyncJobRow> {
  const row = await findRow(type, id, transaction);
  if (!caller.isAdmin && isPrivate(row)) throw notFound(`async_jobs "${id.slice(0, 100)}"`);
  return row;
}

/** @throws ApiError invalid_data */
function assertFreeService(service: string): void {
  if (!SECRET_SERVICES.includes(service)) return;
  throw invalidData('/data/attributes/service', `[service.allowed]: The service makes "${service}" jobs by itself.`);
}

/** A mail with a UUID goes to whom it was written for; whether and when it is tried is for admins to say. @throws ApiError invalid_data */
function assertKeepsMail({ secret }: AsyncJobRow, fields: Partial<AsyncJobRow>): void {
  const changed = (['service', 'payload'] as const).find((name) => fields[name] !== undefined);
  if (secret === undefined || changed === undefined) return;
  throw invalidData(
    `/data/attributes/${changed}`,
    `[${changed}.allowed]: This mail stays as the service has written it.`,
  );
}

const shown = (date: Date | null): string | null => (date === null ? null : formatDateTime(date));

/** @param path `/admin/async_jobs` or `/async_jobs`, which show the same */
export const jobResources = (
  { store, clock }: Pick<Dependencies, 'store' | 'clock'>,
  path: '/admin/async_jobs' | '/async_jobs',
): ResourceType<AsyncJobRow, 'AsyncJobs'> => ({
  type: 'async_jobs',
  path,
  collection: store.asyncJobs,
  fields: FIELDS,
  searchable: ['service'],
  ids: 'text',
  addressedBy: [],
  filters: jobFilters(clock),
  toResource: (row) => ({
    id: row._id,
    type: 'async_jobs',
    path: `${path}/${row._id}`,
    attributes: {
      service: row.service,
      priority: row.priority,
      payload: row.payload,
      scheduled_from: shown(row.scheduled_from),
      expires: shown(row.expires),
      max_attempts: row.max_attempts,
    },
    meta: {
      status: jobStatus(row, clock.now()),
      locked_until: shown(row.locked_until),
      completed: shown(row.completed),
      results: row.results,
      created: formatDateTime(row.created),
      modified: formatDateTime(row.modified),
    },
  }),
  recorded: (fields) => {
    const shown = Object.entries(fields).filter(([name]) => !INTERNAL.includes(name));
    return withoutValues(Object.fromEntries(shown), ['payload', 'results']);
  },
});

function readDate(field: 'scheduled_from' | 'expires', value: string | null): Date | null {
  if (value === null) return null;
  const date = parseDateTime(value);
  if (date) return date;
  const detail = `[${field}.dateTime]: Invalid date or datetime "${value.slice(0, 100)}"`;
  throw invalidData(`/data/attributes/${field}`, detail);
}

function readFields(input: AsyncJobInput): Partial<AsyncJobRow> {
  if (JSON.stringify(input.payload ?? null).length > LARGEST_PAYLOAD) {
    const detail = `[payload.maxLength]: The payload may have ${LARGEST_PAYLOAD} characters at most.`;
    throw invalidData('/data/attributes/payload', detail);
  }
  const fields: Partial<AsyncJobRow> = knownAttributes(input, ['service', 'priority', 'payload', 'max_attempts']);
  for (const field of ['scheduled_from', 'expires'] as const) {
    const value = input[field];
    if (value !== undefined) fields[field] = readDate(field, value);
  }
  return fields;
}

/** @throws ApiError invalid_data, type_conflict, client_id_forbidden */
export async function createJob(
  dependencies: Dependencies,
  body: ResourceBody<AsyncJobInput>,
  context: RequestContext,
): Promise<AsyncJobRow> {
  const { jobs } = dependencies;
  const input = readCreate(body, 'async_jobs');
  assertGiven(input, ['service']);
  assertFreeService(input.service ?? '');
  const row = newJob({ service: '', ...readFields(input) }, dependencies.clock.now());
  const created = await writeRows(dependencies, context, (scope) =>
    insertRow(jobResources(dependencies, '/admin/async_jobs'), row, scope),
  );
  jobs.wake(created);
  return created;
}

/** What runs would not know of a change, and write over it. @throws ApiError conflict */
function assertNotRunning(job: AsyncJobRow, { clock }: Dependencies): void {
  if (jobStatus(job, clock.now()) !== 'locked') return;
  throw new ApiError('conflict', 'The job is being worked on. It can be changed and deleted when that has ended.');
}

/** @throws ApiError not_found, invalid_data, type_conflict, id_conflict, conflict, precondition_failed */
export async function updateJob(
  dependencies: Dependencies,
  id: string,
  body: ResourceBody<AsyncJobInput>,
  context: RequestContext,
): Promise<AsyncJobRow> {
  const type = jobResources(dependencies, '/admin/async_jobs');
  const changed = await writeRows(dependencies, context, async (scope) => {
    const current = await findJob(type, id, context, scope.transaction);
    const fields = readFields(readUpdate(body, 'async_jobs', id));
    assertFreeService(current.service);
    assertFreeService(fields.service ?? '');
    assertNotRunning(current, dependencies);
    assertKeepsMail(current, fields);
    const due = dueOf({ ...current, ...fields });
    return changeRow(type, current, { ...fields, due }, scope);
  });
  dependencies.jobs.wake(changed);
  return changed;
}

/** Without it a signup would never expire, and its user stay for ever (D290). @throws ApiError conflict */
function assertNotWaiting({ secret_hash, completed, due }: AsyncJobRow): void {
  if (secret_hash === undefined || completed !== null || due === null) return;
  throw new ApiError('conflict', 'The job waits for an answer by mail. It ends when its user is blocked or removed.');
}

/** @throws ApiError not_found, conflict, precondition_failed */
export async function deleteJob(dependencies: Dependencies, id: string, context: RequestContext): Promise<void> {
  const type = jobResources(dependencies, '/admin/async_jobs');
  await writeRows(dependencies, context, async (scope) => {
    const current = await findJob(type, id, context, scope.transaction);
    assertNotRunning(current, dependencies);
    assertNotWaiting(current);
    await removeRow(type, current, scope);
  });
}
