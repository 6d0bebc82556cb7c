// The author and the last editor of an object: can be read and included, though resources do not list them (D528). Hidden users
// are absent.
import type { RequestContext } from '../../context.ts';
import type { ResolvedType } from '../../model/model.ts';
import {
  isObjectItem,
  objectItem,
  type ObjectRelationship,
  type Related,
  type ObjectRecord,
} from '../object-record.ts';
import type { ObjectServices } from '../object-services.ts';
import { findVisibleDocuments } from '../visibility/visible-documents.ts';
import { integerIn } from '../../values.ts';

const FIELDS = { created_by_user: 'created_by', modified_by_user: 'modified_by' } as const;
export type ObjectUserName = keyof typeof FIELDS;
// cast: Object.keys widens the keys of a constant to text
const NAMES = Object.keys(FIELDS) as ObjectUserName[];
export const isObjectUser = (name: string): boolean => Object.hasOwn(FIELDS, name);

async function readUsers(
  services: ObjectServices,
  ids: readonly number[],
  context: RequestContext,
): Promise<Map<number, ObjectRecord>> {
  const type = services.modelService.current().types.get('users');
  if (!type?.served || ids.length === 0) return new Map();
  const condition = { _id: { $in: [...new Set(ids)] } };
  const documents = await findVisibleDocuments(services, { type, condition }, context);
  return new Map(documents.map((document) => [document._id, { type, document }]));
}

/** @returns undefined without one, or for a hidden one */
export async function findObjectUser(
  services: ObjectServices,
  { document }: ObjectRecord,
  name: ObjectUserName,
  context: RequestContext,
): Promise<ObjectRecord | undefined> {
  const id = document[FIELDS[name]];
  return id === null ? undefined : (await readUsers(services, [id], context)).get(id);
}

/** The users that items name: one read for a level. */
const userRelationship = (
  services: ObjectServices,
  context: RequestContext,
  idOf: (item: Related) => number | null | undefined,
): ObjectRelationship => ({
  toMany: false,
  types: ['users'],
  load: async (items) => {
    const ids = items.flatMap((item) => idOf(item) ?? []);
    const users = await readUsers(services, ids, context);
    return new Map(items.map((item) => [item.id, [users.get(idOf(item) ?? -1) ?? []].flat().map(objectItem)]));
  },
});

/** `include=user` on rows of the history and on versions: the author of the change. */
export const changeUserRelationship = (services: ObjectServices, context: RequestContext): ObjectRelationship =>
  userRelationship(services, context, (item) => ('meta' in item ? integerIn(item.meta['user_id']) : undefined));

/** `include=created_by_user,modified_by_user` on objects of any type. */
export function objectUserRelationships(
  services: ObjectServices,
  context: RequestContext,
): (type: ResolvedType, name: string) => ObjectRelationship | undefined {
  const relationshipOf = (name: ObjectUserName): ObjectRelationship =>
    userRelationship(services, context, (item) => (isObjectItem(item) ? item.found.document[FIELDS[name]] : null));
  const made = new Map<string, ObjectRelationship>(NAMES.map((name) => [name, relationshipOf(name)]));
  // Users have separate paths, without these relationships.
  return (type, name) => (type.kind === 'users' ? undefined : made.get(name));
}
