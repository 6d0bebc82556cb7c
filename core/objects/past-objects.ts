// Objects that are gone and that a body may still name: what a caller has read as linked can be removed, and sent back in the
// list as it was read (D768). In the trash an object keeps its links and places; a purged one has none any more.
import type { Caller, RequestContext } from '../context.ts';
import { viewOfVersion, type ChangeRow } from '../store/history/changes.ts';
import { isObjectId } from '../store/object-names.ts';
import type { ViewRow } from '../store/rows/object-rows.ts';
import { removedAmong } from '../store/rows/removed-rows.ts';
import type { ObjectServices } from './object-services.ts';
import { isVisible, mayRead, visibilityFor, type Visibility } from './visibility/visibility.ts';

/** Whether a caller sees an object, or would see it if it were not in the trash. */
export const seesOrSaw = (
  object: Parameters<typeof isVisible>[0],
  visibility: Visibility | undefined,
  caller: Caller,
): boolean =>
  visibility !== undefined && isVisible({ ...object, trashed: false }, visibility) && mayRead(object, caller);

/** The object before its purge: its owner made it, and who could see it is known from its last version. */
function lastView(rows: readonly ChangeRow[], id: number): Omit<ViewRow, 'type'> | undefined {
  const { version } = rows.findLast((row) => row.version) ?? {};
  const made = rows.find((row) => row.user_action === 'create');
  if (!version || rows.at(-1)?.user_action !== 'remove') return undefined;
  const { reader_roles: roles = null, ...view } = viewOfVersion(version);
  return { ...view, _id: id, reader_roles: roles, trashed: false, created_by: made?.user_id ?? null, audiences: [] };
}

/**
 * Those of some ids whose objects are purged, and were visible to the caller before.
 * @param ids that no object has
 * @param typeNames that the objects may have had: the history of a purged object does not say it
 */
export async function purgedAmong(
  { store, modelService, clock }: ObjectServices,
  { ids, typeNames }: { ids: readonly number[]; typeNames: readonly string[] },
  context: RequestContext,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const filter = { resource_type: 'objects', resource_id: { $in: ids.map(String) } };
  const ends = { user_action: { $in: ['create', 'trash', 'remove'] } } as const;
  const projection = { resource_id: 1, user_action: 1, user_id: 1, version: 1 };
  const rows = await store.changes
    .find({ ...filter, ...ends }, { projection })
    .sort({ _id: 1 })
    .toArray();
  const { types } = modelService.current();
  const now = clock.now();
  const visibilities = typeNames.flatMap((name) => {
    const type = types.get(name);
    return (type && visibilityFor(type, context, now)) ?? [];
  });
  const rowsOf = new Map<string, ChangeRow[]>(ids.map((id) => [String(id), []]));
  for (const row of rows) rowsOf.get(row.resource_id)?.push(row);
  const wasSeen = (id: number): boolean => {
    const view = lastView(rowsOf.get(String(id)) ?? [], id);
    return view !== undefined && visibilities.some((visibility) => seesOrSaw(view, visibility, context.caller));
  };
  return new Set(ids.filter(wasSeen));
}

type Named = Readonly<{ type: string; id: string }>;

/** Ids of gone objects of one type that the caller sees in the trash, or saw before their purge. */
async function goneObjects(
  services: ObjectServices,
  { typeName, ids }: { typeName: string; ids: readonly number[] },
  context: RequestContext,
): Promise<Set<string>> {
  const { store, modelService, clock } = services;
  const type = modelService.current().types.get(typeName);
  const visibility = type && visibilityFor(type, context, clock.now());
  const rows = (await Promise.all(ids.map((id) => store.findView(id)))).filter((row) => row !== null);
  const isGone = (row: ViewRow): boolean =>
    row.trashed && row.type === typeName && seesOrSaw(row, visibility, context.caller);
  const known = new Set(rows.map((row) => row._id));
  const absent = ids.filter((id) => !known.has(id));
  const purged = await purgedAmong(services, { ids: absent, typeNames: [typeName] }, context);
  return new Set([...rows.filter(isGone).map((row) => row._id), ...purged].map(String));
}

/** Whether all of these resources, of any type, are gone: objects as above, others removed. */
export async function areGone(
  services: ObjectServices,
  named: readonly Named[],
  context: RequestContext,
): Promise<boolean> {
  const { types } = services.modelService.current();
  for (const typeName of new Set(named.map(({ type }) => type))) {
    const ids = named.flatMap(({ type, id }) => (type === typeName ? [id] : []));
    const gone = types.has(typeName)
      ? await goneObjects(services, { typeName, ids: ids.filter(isObjectId).map(Number) }, context)
      : await removedAmong(services.store, typeName, ids);
    if (!ids.every((id) => gone.has(id))) return false;
  }
  return true;
}
