// Items of the trash as resources (service.md 4.11): objects, translations, annotations. They have no relationships.
import { visibleRoleNames } from '../access/role-names.ts';
import type { RequestContext } from '../context.ts';
import { mapInSlices } from '../event-loop-turns.ts';
import { notFound } from '../errors.ts';
import type { MembersOf, Resource } from '../format/jsonapi/documents.ts';
import { hydrateObjects } from '../objects/lists/hydrate-objects.ts';
import { inlineLabels, objectResource, schemaReferences } from '../objects/object-resource.ts';
import { auditShown } from '../objects/visibility/shown-attributes.ts';
import type { TrashedRow } from '../objects/trash/read-trash.ts';
import type { TrashServices } from '../objects/trash/trash-services.ts';
import { wantedOf } from './object-facts.ts';
import type { Represented, ResourceView, ViewRequest } from './resource-view.ts';

type Author = { [Key in 'created_by' | 'modified_by']?: number | null };

const trashed = ({
  id,
  type,
  attributes,
  meta: { created_by, modified_by, ...meta },
}: Pick<Resource<'Trash'>, 'id' | 'type' | 'attributes'> & {
  meta: Omit<MembersOf<'Trash', 'meta'>, keyof Author> & Author;
}): Resource<'Trash'> => ({
  id,
  type,
  path: `/trash/${id}`,
  attributes,
  meta: {
    ...meta,
    ...(typeof created_by === 'number' && { created_by }),
    ...(typeof modified_by === 'number' && { modified_by }),
  },
});

/** One read for each type among the rows; items that have left the trash since are omitted from a page. */
async function represent(
  { objects, kinds }: TrashServices,
  rows: readonly TrashedRow[],
  { isSingle, fields }: ViewRequest,
  context: RequestContext,
): Promise<Represented<'Trash'>> {
  const ofKinds = kinds.map((kind) => ({
    kind,
    ids: rows.filter(({ type }) => type === kind.type).map(({ _id }) => _id),
  }));
  const [documents, ...others] = await Promise.all([
    hydrateObjects(
      objects,
      rows.filter(({ type }) => !kinds.some((kind) => kind.type === type)),
      fields,
    ),
    ...ofKinds.map(({ kind, ids }) => (ids.length > 0 ? kind.find(objects, ids, context) : [])),
  ]);
  const found = documents.filter(({ document }) => document.trashed);
  for (const each of found) auditShown(each, context);
  const labels = await inlineLabels(
    objects.store,
    found.map(({ document }) => document),
  );
  const options = { labels, roleNames: visibleRoleNames(context), caller: context.caller, baseOnly: !isSingle };
  const resources = [
    ...(await mapInSlices(found, (each) =>
      objectResource(each, { ...options, wanted: wantedOf(fields, each.type.name) }),
    )),
    ...others.flat(),
  ];
  const byId = new Map(resources.map((resource) => [Number(resource.id), trashed(resource)]));
  const [first] = rows;
  if (isSingle && first && byId.size === 0) throw notFound(`"${first._id}" in the trash`);
  return {
    resources: rows.flatMap(({ _id }) => byId.get(_id) ?? []),
    schema: schemaReferences(new Set(found.map(({ type }) => type)), context.url.base),
  };
}

export const trashView = (services: TrashServices): ResourceView<TrashedRow, 'Trash'> => ({
  identify: ({ _id, type }) => ({ id: String(_id), type }),
  revision: ({ revision = 0 }) => revision,
  represent: (rows, request, context) => represent(services, rows, request, context),
});
