// What is in the trash: a list with filters and search, and single ones (service.md 4.11, D29, D161).
import type { RequestContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Page, Resource, SchemaReference } from '../../format/jsonapi/documents.ts';
import type { ListRequest } from '../../list-request.ts';
import { filterConditions } from '../../query/filters.ts';
import { sortSpecification, sortValues } from '../../query/sort.ts';
import { TRASH_INDEX_NAME } from '../../store/indexes.ts';
import { noRows, readPage, type RowPage } from '../../query/page.ts';
import type { ObjectRow } from '../../store/store.ts';
import { documentsOfRows } from '../list-objects.ts';
import { baseFields } from '../object-fields.ts';
import { baseFilters, typeFilter } from '../object-filters.ts';
import { inlineLabels, objectResource, schemaReferences } from '../object-resource.ts';
import { servedType, typesBehind } from '../object-services.ts';
import type { FoundObject } from '../read-objects.ts';
import { searchPage } from '../search-objects.ts';
import {
  seenWithObjectOrTrash,
  visibleFilter,
  visibleTypes,
  whetherTrashedOrNot,
  type SeenType,
} from '../visibility.ts';
import type { TrashServices } from './trash-services.ts';
import type { TrashedKind } from './trashed-kind.ts';

type Condition = Record<string, unknown>;
type PlacedRow = Pick<ObjectRow, '_id' | 'type'>;

/** Conditions on rows of `objects`. */
interface SeenTrash {
  /** On all of them; the trash is read by it. */
  common: Condition;
  /** One for objects, one for translations and annotations: only the former are counted on an index alone. */
  parts: readonly Condition[];
}

const either = (conditions: readonly Condition[]): Condition =>
  conditions.length === 1 && conditions[0] ? conditions[0] : { $or: conditions };

/** Types of which the same is seen share a condition, so that one index serves them all. */
function seenOf(types: readonly SeenType[], context: RequestContext, now: Date): Condition | undefined {
  const seen = new Map<string, { type: { $in: string[] } }>();
  for (const group of visibleTypes(types, context, now)) {
    const filter = whetherTrashedOrNot(visibleFilter(group.visibility));
    const key = JSON.stringify(filter);
    const same = seen.get(key);
    if (same) same.type.$in.push(...group.types);
    else seen.set(key, { type: { $in: [...group.types] }, ...filter });
  }
  return seen.size > 0 ? either([...seen.values()]) : undefined;
}

/**
 * What the caller would see if it were not in the trash, of its own only with `mine` as the permission of `/trash`; of
 * translations and annotations those whose object the caller would see. What is locked there is nobody's any more
 * (reference/jsonapi.md 4.6).
 */
function seenTrash({ objects, kinds }: TrashServices, context: RequestContext): SeenTrash {
  const { caller, access } = context;
  const now = objects.clock.now();
  const served = [...objects.modelService.current().types.values()].filter((type) => type.served && !type.abstract);
  const content = typesBehind(objects, servedType(objects, 'objects'));
  const common = {
    trashed: true,
    locked: false,
    ...(access.grant('trash', 'read') === 'mine' && { created_by: caller.userId }),
  };
  const own = seenOf(served, context, now);
  const others = seenOf(
    kinds.map(({ type }) => ({ name: type, row: { table: '' } })),
    context,
    now,
  );
  const withObject = seenWithObjectOrTrash(visibleTypes(content, context, now));
  const parts = [own, others && { $and: [others, withObject] }].filter((part) => part !== undefined);
  return { common, parts };
}

/** undefined for nothing. */
const conditionOf = ({ common, parts }: SeenTrash): Condition | undefined =>
  parts.length > 0 ? { ...common, ...either(parts) } : undefined;

/** A resource as it is in the trash: there is nothing to follow from it. */
function trashed({ id, type, attributes, meta }: Resource): Resource<'Trash'> {
  return { id, type, path: `/trash/${id}`, attributes, meta };
}

const kindOf = ({ kinds }: TrashServices, row: PlacedRow): TrashedKind | undefined =>
  kinds.find(({ type }) => type === row.type);

interface Shown {
  resources: Resource<'Trash'>[];
  found: FoundObject[];
}

/** One read for each type on the page; what left the trash meanwhile is left out. */
async function showRows(
  services: TrashServices,
  rows: readonly PlacedRow[],
  { baseOnly, context }: { baseOnly: boolean; context: RequestContext },
): Promise<Shown> {
  const { objects, kinds } = services;
  const [documents, ...others] = await Promise.all([
    documentsOfRows(
      objects,
      rows.filter((row) => !kindOf(services, row)),
    ),
    ...kinds.map((kind) => {
      const ids = rows.filter(({ type }) => type === kind.type).map(({ _id }) => _id);
      return ids.length > 0 ? kind.find(objects, ids, context) : [];
    }),
  ]);
  const found = documents.filter(({ document }) => document.trashed);
  const labels = await inlineLabels(
    objects.store,
    found.map(({ document }) => document),
  );
  const options = { labels, roleNames: context.access.roleNames, caller: context.caller, baseOnly };
  const resources = [...found.map((each) => objectResource(each, options)), ...others.flat()].map(trashed);
  const byId = new Map(resources.map((resource) => [Number(resource.id), resource]));
  return { resources: rows.flatMap(({ _id }) => byId.get(_id) ?? []), found };
}

async function trashRows(
  services: TrashServices,
  trash: SeenTrash & { seen: Condition },
  request: ListRequest,
  context: RequestContext,
): Promise<RowPage<PlacedRow>> {
  const { objects, kinds } = services;
  const { store, queryTimeLimit } = objects;
  const { seen, common, parts } = trash;
  const filters = {
    ...baseFilters(objects, context),
    type: typeFilter(objects, { others: new Set(kinds.map(({ type }) => type)) }),
  };
  const fields = baseFields(objects.modelService.current());
  const conditions = await filterConditions(request.filters, filters, fields);
  if (request.search === undefined) {
    return readPage(store.objects, {
      filter: conditions.length > 0 ? { $and: [seen, ...conditions] } : seen,
      sort: sortSpecification(request.sort, fields, request.cursor),
      sortValues: sortValues(request.sort, fields),
      asked: request,
      timeLimit: queryTimeLimit,
      total: async () => {
        if (conditions.length > 0) return undefined;
        // Other indexes would do as well, but for reading every object.
        const options = { hint: TRASH_INDEX_NAME, maxTimeMS: queryTimeLimit };
        const counts = await Promise.all(
          parts.map((part) => store.objects.countDocuments({ ...common, ...part }, options)),
        );
        return counts.reduce((sum, each) => sum + each, 0);
      },
    });
  }
  const input = { services: objects, request, context, visible: [], seen };
  const { ids, count } = await searchPage(input, { conditions });
  const rows = await store.objects.find({ _id: { $in: ids } }, { projection: { type: 1 } }).toArray();
  const byId = new Map(rows.map((row) => [row._id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), count };
}

type TrashPage = Page<'Trash'> & { schema: Record<string, SchemaReference> };

const schemaOf = (found: readonly FoundObject[], { url }: RequestContext): Record<string, SchemaReference> =>
  schemaReferences(new Set(found.map(({ type }) => type)), url.base);

/** @throws ApiError invalid_filter, unsupported_sort, page_not_found, query_too_expensive */
export async function listTrash(
  services: TrashServices,
  request: ListRequest,
  context: RequestContext,
): Promise<TrashPage> {
  const trash = seenTrash(services, context);
  const seen = conditionOf(trash);
  if (!seen) {
    return { resources: [], ...noRows(request), schema: {} };
  }
  const { rows, ...ends } = await trashRows(services, { ...trash, seen }, request, context);
  const { resources, found } = await showRows(services, rows, { baseOnly: true, context });
  return { resources, ...ends, schema: schemaOf(found, context) };
}

const ID = /^[1-9]\d{0,14}$/;

/** By id or uname. @throws ApiError not_found for what is not in the trash, and for what the caller may not see */
export async function findTrashedRow(services: TrashServices, id: string, context: RequestContext): Promise<ObjectRow> {
  const seen = conditionOf(seenTrash(services, context));
  const address = ID.test(id) ? { _id: Number(id) } : { uname: id };
  const row = seen && (await services.objects.store.objects.findOne({ $and: [address, seen] } as object));
  if (!row) throw notFound(`"${id.slice(0, 100)}" in the trash`);
  return row;
}

export interface ShownTrash {
  resource: Resource<'Trash'>;
  /** undefined for a translation or annotation, which has no schema of attributes. */
  schema: Record<string, SchemaReference> | undefined;
  etag: { revision: number; variant: string };
}

/** @throws ApiError not_found */
export async function showTrashed(services: TrashServices, id: string, context: RequestContext): Promise<ShownTrash> {
  const row = await findTrashedRow(services, id, context);
  const { resources, found } = await showRows(services, [row], { baseOnly: false, context });
  const [resource] = resources;
  if (!resource) throw notFound(`"${id.slice(0, 100)}" in the trash`);
  const schema = found.length > 0 ? schemaOf(found, context) : undefined;
  const revision = found[0]?.document.revision ?? row.revision;
  return { resource, schema, etag: { revision, variant: JSON.stringify([resource, schema]) } };
}
