// Background jobs, as administrators see and plan them (D560, D43). The UUID in the mail of a waiting job is not its id, and is
// never shown.
import { MAILED_SERVICES } from '../accounts/credentials/credentials.ts';
import type { Clock } from '../clock.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData, notFound } from '../errors.ts';
import { dueOf, newJob, MAIL } from '../jobs/job-rows.ts';
import { knownAttributes } from '../format/jsonapi/resource-input.ts';
import { parseDateTime } from '../date-values.ts';
import { defineResource, type DefinedResource, type AttributesInput } from '../resources/define-resource.ts';
import { findRow } from '../resources/resource-type.ts';
import { rowOperations, type RowOperations } from '../resources/row-operations.ts';
import { ownTransaction } from '../resources/write-rows.ts';
import { CODE, type Condition } from '../query/filters.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';
import { jobFilters, jobStatus } from './job-status.ts';
import { withoutValues } from './secrets.ts';

interface Dependencies {
  store: Store;
  clock: Clock;
}

/** Jobs that wait for a response by mail: created by the service only, visible to administrators only (D34, D113). */
const SECRET_SERVICES: readonly string[] = MAILED_SERVICES;

/** Those, and the mails of the service: they have addresses of users, and a UUID until they are sent. */
const PRIVATE: Condition = {
  $or: [{ service: { $in: [...SECRET_SERVICES] } }, { service: MAIL, 'payload.user_id': { $exists: true } }],
};
const isPrivate = ({ service, payload }: AsyncJobRow): boolean =>
  SECRET_SERVICES.includes(service) || (service === MAIL && payload?.['user_id'] !== undefined);

/** Fields of a job that are never shown. */
const INTERNAL = ['due', 'locked_by', 'interruptions', 'secret', 'secret_hash'];

/** Maximum length of a payload as JSON text. */
const LARGEST_PAYLOAD = 100_000;

/** @throws ApiError invalid_data */
function assertFreeService(service: string): void {
  if (!SECRET_SERVICES.includes(service)) return;
  throw invalidData(
    '/data/attributes/service',
    `[service.allowed]: Jobs of the service "${service}" are created by the service only.`,
  );
}

/** Recipient and content of a mail with a UUID are fixed, not whether and when it is tried. @throws ApiError invalid_data */
function assertKeepsMail({ secret }: AsyncJobRow, fields: Partial<AsyncJobRow>): void {
  const changed = (['service', 'payload'] as const).find((name) => fields[name] !== undefined);
  if (secret === undefined || changed === undefined) return;
  throw invalidData(
    `/data/attributes/${changed}`,
    `[${changed}.allowed]: A mail written by the service cannot be changed.`,
  );
}

/** A mail goes from the sender of the project to any address: only administrators write one (D764). @throws ApiError forbidden */
function assertMayMail(service: string | undefined, { caller }: Pick<RequestContext, 'caller'>): void {
  if (service !== MAIL || caller.isAdmin) return;
  const source = { pointer: '/data/attributes/service' };
  throw new ApiError('forbidden', { detail: 'Only administrators send mails.', source });
}

type Path = '/admin/async_jobs' | '/async_jobs';

/** @param path both paths show the same jobs */
const jobResources = ({ store, clock }: Dependencies, path: Path): DefinedResource<AsyncJobRow, 'AsyncJobs'> =>
  defineResource<AsyncJobRow, 'AsyncJobs'>({
    type: 'async_jobs',
    path,
    collection: store.asyncJobs,
    searchable: ['service'],
    ids: 'text',
    filters: jobFilters(clock),
    // The defaults are those of newJob.
    attributes: {
      service: { ...CODE },
      priority: { kind: 'integer', default: undefined },
      payload: { default: undefined },
      scheduled_from: { kind: 'datetime', default: undefined },
      expires: { kind: 'datetime', default: undefined },
      max_attempts: { kind: 'integer', default: undefined },
    },
    meta: {
      status: { computed: (row) => jobStatus(row, clock.now()) },
      locked_until: { kind: 'datetime' },
      completed: {},
      results: {},
    },
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

function readFields(input: AttributesInput<'AsyncJobs'>): Partial<AsyncJobRow> {
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

/** A running job would overwrite the change. @throws ApiError conflict */
function assertNotRunning(job: AsyncJobRow, { clock }: Dependencies): void {
  if (jobStatus(job, clock.now()) !== 'locked') return;
  throw new ApiError('conflict', 'The job is running. It can be changed and deleted when it has ended.');
}

/** Without the job a signup would never expire, and its user would remain (D290). @throws ApiError conflict */
function assertNotWaiting({ secret_hash, completed, due }: AsyncJobRow): void {
  if (secret_hash === undefined || completed !== null || due === null) return;
  throw new ApiError('conflict', 'The job waits for an answer by mail. It ends when its user is blocked or removed.');
}

/** The operations on jobs. */
export function asyncJobs(dependencies: Dependencies, path: Path): RowOperations<AsyncJobRow, 'AsyncJobs'> {
  const type = jobResources(dependencies, path);
  return rowOperations(type, {
    ...ownTransaction(dependencies),
    scope: ({ caller }) => (caller.isAdmin ? [] : [{ $nor: [PRIVATE] }]),
    async find(id, { caller }, scope) {
      const row = await findRow(type, id, scope?.transaction);
      if (!caller.isAdmin && isPrivate(row)) throw notFound(`async_jobs "${id.slice(0, 100)}"`);
      return row;
    },
    check(input, current, { at, context }) {
      const fields = readFields(input);
      for (const service of [current?.service, fields.service]) assertMayMail(service, context);
      if (current) assertFreeService(current.service);
      assertFreeService(fields.service ?? '');
      if (!current) return newJob({ service: '', ...fields }, at);
      assertNotRunning(current, dependencies);
      assertKeepsMail(current, fields);
      return { ...fields, due: dueOf({ ...current, ...fields }) };
    },
    checkDelete(row) {
      assertNotRunning(row, dependencies);
      assertNotWaiting(row);
    },
  });
}
