// Data of the objects in one response beyond their own documents, each read once for all of them: labels, counts, files, paths of
// folders, accounts of users at other services. Only requested members are read (D451).
import { externalAccounts, type ExternalAccount } from '../accounts/external-accounts.ts';
import { USERS } from '../access/access-rules.ts';
import type { RequestContext } from '../context.ts';
import { hasStreams, STREAMS } from '../objects/owned-files.ts';
import { mediaFacts, type ObjectFiles } from '../files/streams/object-streams.ts';
import type { FieldSelection } from '../list-request.ts';
import type { ObjectItem, ObjectRecord } from '../objects/object-record.ts';
import { inlineLabels, type InlineLabels } from '../objects/object-resource.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { countRelated } from '../objects/relations/count-related.ts';
import { isShown, readerOf } from '../objects/visibility/shown-attributes.ts';
import { folderPaths, FOLDERS } from '../objects/tree/tree-nodes.ts';
import type { Linkage } from '../resources/include.ts';
import type { ViewRequest } from './resource-view.ts';
import { showsCounts } from './responses.ts';

export interface ObjectFacts {
  labels: InlineLabels;
  counts: Linkage;
  /** undefined without a media object in the response. */
  media: ObjectFiles | undefined;
  /** `meta.path` by folder id. */
  paths: ReadonlyMap<number, string>;
  /** By user id. */
  accounts: ReadonlyMap<number, readonly ExternalAccount[]>;
}

const NONE: ObjectFacts = {
  labels: { categories: new Map(), tags: new Map() },
  counts: new Map(),
  media: undefined,
  paths: new Map(),
  accounts: new Map(),
};

/** Requested names of resources of a type; undefined for all. */
export const wantedOf = ({ common, byType }: FieldSelection, type: string): ReadonlySet<string> | undefined =>
  byType.get(type) ?? common;

const LABELS = ['categories', 'tags'] as const;

function idsShowing(objects: readonly ObjectItem[], type: string, member: string, fields: FieldSelection): number[] {
  const wanted = wantedOf(fields, type);
  if (wanted && !wanted.has(member)) return [];
  return objects.flatMap((object) => (object.type === type ? [object.found.document._id] : []));
}

const showsLabels = (fields: FieldSelection, { type, document }: ObjectRecord): boolean => {
  const wanted = wantedOf(fields, type.name);
  return LABELS.some((name) => (document[name]?.length ?? 0) > 0 && wanted?.has(name) !== false);
};

/** @throws ApiError query_too_expensive */
export async function readFacts(
  services: ObjectServices,
  objects: readonly ObjectItem[],
  { fields, count, isSingle }: ViewRequest,
  context: RequestContext,
): Promise<ObjectFacts> {
  const { store } = services;
  const labelled = objects.flatMap(({ found }) => (showsLabels(fields, found) ? [found.document] : []));
  const ids = [...new Set(objects.flatMap(({ found }) => (hasStreams(found.type) ? [found.document._id] : [])))];
  const folders = idsShowing(objects, FOLDERS, 'path', fields);
  const ofUsers = services.modelService.current().types.get(USERS);
  const users = idsShowing(objects, USERS, 'external_auth', fields).filter((id) => {
    const seer = readerOf(id, context.caller);
    return seer.isOwner && ofUsers !== undefined && isShown(ofUsers, 'external_auth', seer);
  });
  const files = { ids, isSingle, isCounted: count === 'all' || count.includes(STREAMS) };
  const hasCounts = showsCounts({ count });
  if (!hasCounts && [labelled, ids, folders, users].every(({ length }) => length === 0)) return NONE;
  const [labels, counts, media, paths, accounts] = await Promise.all([
    labelled.length > 0 ? inlineLabels(store, labelled) : NONE.labels,
    hasCounts ? countRelated(services, objects, count, context) : NONE.counts,
    ids.length > 0 ? mediaFacts(services, files, context) : NONE.media,
    folders.length > 0 ? folderPaths(services, folders, context) : NONE.paths,
    users.length > 0 ? externalAccounts(store, users) : NONE.accounts,
  ]);
  return { labels, counts, media, paths, accounts };
}

/** Additions to the `meta` of an object; undefined without any. */
export function factsInMeta(
  { media, paths, accounts }: ObjectFacts,
  found: ObjectRecord,
): Record<string, unknown> | undefined {
  const { type, document } = found;
  if (media && hasStreams(type)) return { media_url: media.urlOf(found) };
  const path = type.name === FOLDERS ? paths.get(document._id) : undefined;
  if (path !== undefined) return { path };
  const external_auth = type.name === USERS ? accounts.get(document._id) : undefined;
  return external_auth && { external_auth };
}
