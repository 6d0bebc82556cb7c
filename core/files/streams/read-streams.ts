// Visibility and reading of streams (D14): those of visible objects, and the caller's own without an object; administrators see
// all streams without an object.
import type { RequestContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { ListRequest, PageEnds } from '../../list-request.ts';
import { typeFilter } from '../../objects/lists/object-filters.ts';
import { contentTypes } from '../../objects/object-services.ts';
import {
  assertReadable,
  isVisible,
  visibleOwnerFilter,
  visibilityFor,
  visibleTypes,
} from '../../objects/visibility/visibility.ts';
import { listResources, type ResourceType } from '../../resources/resource-type.ts';
import { CODE, type Field, MATCH_NONE } from '../../query/filters.ts';
import type { StreamRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import type { FileServices } from '../file-services.ts';
import { couldSeeStream, pastStreamsFilter } from './past-streams.ts';
import { streamResource } from './stream-resource.ts';

type Condition = Record<string, unknown>;

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'string' }],
  ['object_id', { path: 'object_id', kind: 'integer' }],
  ['object', { path: 'object_id', kind: 'integer', sortable: false }],
  ['file_name', { path: 'file_name', kind: 'string' }],
  ['mime_type', { path: 'mime_type', ...CODE }],
  ['version', { path: 'version', kind: 'integer' }],
  ['file_size', { path: 'file_size', kind: 'integer' }],
  ['hash_md5', { path: 'hash_md5', ...CODE }],
  ['hash_sha1', { path: 'hash_sha1', ...CODE }],
  ['width', { path: 'width', kind: 'integer' }],
  ['height', { path: 'height', kind: 'integer' }],
  ['duration', { path: 'duration', kind: 'number' }],
  ['private_url', { path: 'private_url', kind: 'boolean' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
]);

/** Members of change rows of a stream. */
const recorded = ({ object_id, file_name, mime_type, version, file_size, hash_sha1, private_url }: Condition) =>
  Object.fromEntries(
    Object.entries({ object_id, file_name, mime_type, version, file_size, hash_sha1, private_url }).filter(
      ([, value]) => value !== undefined,
    ),
  );

export const streamType = (
  { store, objects }: FileServices,
  context: RequestContext,
): ResourceType<StreamRow, 'Streams'> => ({
  type: 'streams',
  path: '/streams',
  collection: store.streams,
  fields: FIELDS,
  searchable: ['file_name'],
  ids: 'text',
  addressedBy: [],
  filters: { type: typeFilter(objects, { path: 'object.type' }) },
  toResource: (row) => streamResource(row, objects.files.urls, context),
  objectOf: ({ object_id: id, object }) => (object && id !== null ? { id, type: object.type } : undefined),
  recorded,
});

/** Those without an object; undefined when all of them are hidden. */
function unlinked({ caller }: RequestContext): Condition | undefined {
  if (caller.isAdmin) return { object_id: null };
  return caller.userId === null ? undefined : { object_id: null, created_by: caller.userId };
}

/** Those of visible objects. */
const ofSeenObjects = (services: FileServices, context: RequestContext): Condition => ({
  object_id: { $gt: 0 },
  $and: [
    visibleOwnerFilter(visibleTypes(contentTypes(services.objects), context, services.clock.now())),
    pastStreamsFilter(services.objects, context),
  ],
});

/** A file of a visible object, by its hash: SHA-1, hex. */
export const findVisibleByHash = (
  services: FileServices,
  hash: string,
  context: RequestContext,
): Promise<StreamRow | null> =>
  services.store.streams.findOne({ $and: [{ hash_sha1: hash }, ofSeenObjects(services, context)] });

/** Condition on every stream of a list. */
function seenStreams(services: FileServices, context: RequestContext): Condition {
  const { access, caller } = context;
  const grant = access.grant('streams', 'read');
  if (grant === 'none') return MATCH_NONE;
  const ofObjects = ofSeenObjects(services, context);
  const own = unlinked(context);
  const seen = own ? { $or: [ofObjects, own] } : ofObjects;
  return grant === 'mine' ? { $and: [{ created_by: caller.userId }, seen] } : seen;
}

/** @throws ApiError invalid_filter, unsupported_sort, page_not_found, query_too_expensive */
export const listStreams = (
  services: FileServices,
  request: ListRequest,
  context: RequestContext,
  scope: readonly Condition[] = [],
): Promise<PageEnds & { items: StreamRow[] }> =>
  listResources(streamType(services, context), request, { timeLimit: services.objects.queryTimeLimit }, [
    ...scope,
    seenStreams(services, context),
  ]);

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const noStream = (id: string) => notFound(`streams "${id.slice(0, 100)}"`);

/** Whether the caller sees it, apart from the roles of its object. */
function isSeen(services: FileServices, row: StreamRow, context: RequestContext): boolean {
  const { access, caller } = context;
  const isOwn = caller.userId !== null && row.created_by === caller.userId;
  const grant = access.grant('streams', 'read');
  if (grant === 'none' || (grant === 'mine' && !isOwn)) return false;
  if (!row.object || row.object_id === null) return isOwn || caller.isAdmin;
  const type = contentTypes(services.objects).find((each) => each.name === row.object?.type);
  const visibility = type && visibilityFor(type, context, services.clock.now());
  const isVisibleNow = visibility !== undefined && isVisible({ ...row.object, _id: row.object_id }, visibility);
  return isVisibleNow && couldSeeStream(services.objects, row, context);
}

/** Without a check of visibility. */
async function readStream(
  { store }: Pick<FileServices, 'store'>,
  id: string,
  transaction?: Transaction,
): Promise<StreamRow | null> {
  return UUID.test(id)
    ? store.streams.findOne({ _id: id.toLowerCase() }, transaction ? { session: transaction } : {})
    : null;
}

/** @throws ApiError not_found; authentication_required, forbidden when its object is for certain roles only */
export async function findStream(
  services: FileServices,
  id: string,
  context: RequestContext,
  transaction?: Transaction,
): Promise<StreamRow> {
  const row = await readStream(services, id, transaction);
  if (!row || !isSeen(services, row, context)) throw noStream(id);
  if (row.object) assertReadable(row.object, context.caller);
  return row;
}

/** For the holder of a signed address: only the trash hides it. @throws ApiError not_found */
export async function findUntrashed(services: FileServices, id: string): Promise<StreamRow> {
  const row = await readStream(services, id);
  const isServed = !row?.object || contentTypes(services.objects).some(({ name }) => name === row.object?.type);
  if (!row || row.object?.trashed || !isServed) throw noStream(id);
  return row;
}
