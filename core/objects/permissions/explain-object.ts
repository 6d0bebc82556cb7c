// The reason why an object is hidden from a caller, the rows of `/object_permissions` that affect it, and its attributes that only some
// roles read or write, for administrators (D581, D685).
import type { components } from '../../../generated/api.d.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { ObjectDocument, Store } from '../../store/store.ts';
import { permissionsOf } from '../visibility/object-permissions.ts';
import { requireType, type ObjectServices } from '../object-services.ts';
import { findVisible } from '../read-objects.ts';
import { folderNodes } from '../tree/tree-nodes.ts';
import { hiddenBy, objectRule, visibilityFor } from '../visibility/visibility.ts';
import { findByUnames, isObjectId } from '../../store/object-names.ts';
import type { Model, ResolvedType } from '../../model/model.ts';
import { hiddenAttributes } from '../visibility/shown-attributes.ts';

type Row = components['schemas']['ExplainRow'];

const HIDDEN = {
  trash: 'The object is in the trash.',
  own: 'The permissions are for own objects only, and the object has another author.',
  status: 'The caller does not see objects of this status.',
  dates: 'The object is not within its publication dates.',
} as const;

async function documentOf({ store }: ObjectServices, id: string): Promise<ObjectDocument | null> {
  const [objectId] = isObjectId(id) ? [Number(id)] : (await findByUnames(store, [id])).map(({ _id }) => _id);
  const view = objectId === undefined ? null : await store.findView(objectId);
  return view && store.findDocument(view.type, view._id);
}

/** undefined for an object that exists, whether its permissions allow the caller or not. */
export async function hiddenReason(
  services: ObjectServices,
  { typeName, id }: { typeName: string; id: string },
  context: RequestContext,
): Promise<string | undefined> {
  try {
    await findVisible(services, typeName, id, context);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') return undefined;
  }
  const document = await documentOf(services, id);
  if (!document) return 'There is no such object.';
  const visibility = visibilityFor(requireType(services, document.type), context, services.clock.now());
  const by = visibility && hiddenBy(document, visibility);
  if (by) return HIDDEN[by];
  return visibility ? `The object is of type ${document.type}.` : `The caller may not read ${document.type}.`;
}

/** The object itself, or the nearest folders above it that have permission rows. */
async function sourcesOf(store: Store, document: ObjectDocument): Promise<number[]> {
  const permissions = permissionsOf(document);
  if (!permissions) return [];
  if (!permissions.inherited) return [document._id];
  const sources = new Set<number>();
  let above = document.parents ?? [];
  while (above.length > 0) {
    const nodes = [...(await folderNodes(store, above)).values()];
    const inheriting = nodes.filter(({ object_id, permissions: given }) => {
      const inherited = given?.inherited;
      if (inherited === false) sources.add(object_id);
      return inherited === true;
    });
    above = inheriting.flatMap(({ parent_id }) => parent_id ?? []);
  }
  return [...sources];
}

const MOST_ROWS = 200;

/** The rows that determine which roles read and change an object, and whether they are its own. */
export async function permissionRowsOf(
  services: ObjectServices,
  id: string,
  { access }: Pick<RequestContext, 'access'>,
): Promise<{ rule: 'object' | 'inherited'; rows: Row[] }> {
  const { store } = services;
  const document = await documentOf(services, id);
  if (!document) return { rule: 'object', rows: [] };
  const found = await store.objectPermissions
    .find({ object_id: { $in: await sourcesOf(store, document) } })
    .sort({ _id: 1 })
    .limit(MOST_ROWS)
    .toArray();
  const rows = found.map(({ _id, role_id, object_id, permission }): Row => {
    const role = access.roleNames.get(role_id) ?? null;
    return { type: 'object_permissions', id: String(_id), object_id, role, permission };
  });
  return { rule: objectRule(document), rows };
}

/** Those with a rule of names of roles, where null restricts nothing, also if it permits the caller; the type's come first. */
export function explainAttributes(
  { types }: Pick<Model, 'types'>,
  type: ResolvedType,
  { caller, access: { roleNames } }: Pick<RequestContext, 'caller' | 'access'>,
) {
  const withheld = hiddenAttributes(type, caller);
  const namesOf = (roles: readonly number[] | null | undefined): string[] | null =>
    roles ? roles.flatMap((role) => roleNames.get(role) ?? []) : null;
  const lineage = [type, ...type.ancestors.flatMap((name) => types.get(name) ?? [])];
  return [...type.attributeRoles.keys()].map((name) => ({
    name,
    read: !withheld.read.has(name),
    write: !withheld.write.has(name),
    rules: lineage.flatMap(({ row }) => {
      const rule = row.attribute_permissions?.[name];
      return rule ? [{ object_type: row.name, read: namesOf(rule.read), write: namesOf(rule.write) }] : [];
    }),
  }));
}
