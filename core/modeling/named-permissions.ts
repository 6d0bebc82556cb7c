// Permissions of attributes: bodies and responses name roles, rows have their ids (D578), since a name can pass to
// another role and an id cannot.
import { invalidData } from '../errors.ts';
import { encodePointer } from '../model/schemas/attribute-validator.ts';
import type { AttributePermission } from '../store/rows/model-rows.ts';
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';

export type NamedPermissions = Record<string, Partial<AttributePermission<string>>>;
type StoredPermissions = Record<string, AttributePermission>;

const POINTER = '/data/attributes/attribute_permissions';

/** Deleted roles are omitted. */
export function permissionsByRoleName(
  permissions: StoredPermissions | null | undefined,
  names: ReadonlyMap<number, string>,
): Record<string, AttributePermission<string>> | null {
  if (!permissions) return null;
  const named = (roles: readonly number[] | null) => roles && roles.flatMap((role) => names.get(role) ?? []);
  return Object.fromEntries(
    Object.entries(permissions).map(([name, { read, write }]) => [name, { read: named(read), write: named(write) }]),
  );
}

/** @throws ApiError invalid_data for a name that no role has */
export async function permissionsByRoleId(
  store: Store,
  permissions: NamedPermissions | null,
  transaction: Transaction,
): Promise<StoredPermissions | null> {
  if (!permissions) return null;
  const named = Object.values(permissions).flatMap(({ read, write }) => [...(read ?? []), ...(write ?? [])]);
  const options = { session: transaction, projection: { name: 1 } };
  const rows =
    named.length === 0 ? [] : await store.roles.find({ name: { $in: [...new Set(named)] } }, options).toArray();
  const ids = new Map(rows.map((row) => [row.name, row._id]));
  const idOf = (name: string, pointer: string): number => {
    const id = ids.get(name);
    if (id !== undefined) return id;
    throw invalidData(pointer, `[attribute_permissions._existsIn]: There is no role "${name.slice(0, 100)}".`);
  };
  const idsAt = (pointer: string, names: readonly string[] | null = null): number[] | null =>
    names && [...new Set(names.map((name, index) => idOf(name, `${pointer}/${index}`)))];
  return Object.fromEntries(
    Object.entries(permissions).map(([name, { read, write }]) => {
      const pointer = `${POINTER}/${encodePointer(name)}`;
      return [name, { read: idsAt(`${pointer}/read`, read), write: idsAt(`${pointer}/write`, write) }];
    }),
  );
}
