// The roles that may read or write an attribute, if it is restricted (D578), from the rows of a type and of those above
// it. Pure.
import type { ObjectTypeRow } from '../store/rows/model-rows.ts';

type Roles = ReadonlySet<number>;

/** Ids of roles; undefined restricts nothing. Writing requires reading, so `write` is within `read`. */
export interface AttributeRoles {
  read: Roles | undefined;
  write: Roles | undefined;
}

/** The roles in both lists; a missing list restricts nothing. */
function both(one: Roles | undefined, other: Iterable<number> | null | undefined): Roles | undefined {
  if (other === null || other === undefined) return one;
  return new Set(one ? [...other].filter((role) => one.has(role)) : other);
}

/**
 * By the names of the attributes that only some roles read or write; a type narrows the rules of the types above it.
 * @param rows the row of the type, and those of the types above it
 * @param attributes of the type: rules for other names have no effect
 */
export function attributeRoles(
  rows: readonly Pick<ObjectTypeRow, 'attribute_permissions'>[],
  attributes: ReadonlyMap<string, unknown>,
): Map<string, AttributeRoles> {
  const roles = new Map<string, AttributeRoles>();
  for (const { attribute_permissions: permissions } of rows) {
    for (const [name, { read, write }] of Object.entries(permissions ?? {})) {
      if (!attributes.has(name)) continue;
      const known = roles.get(name);
      roles.set(name, { read: both(known?.read, read), write: both(known?.write, write) });
    }
  }
  for (const [name, { read, write }] of roles) {
    if (read) roles.set(name, { read, write: both(read, write) });
  }
  return roles;
}

/** The rules that affect responses, as text: attributes with the roles that read them; empty without any. */
export const readingRules = (roles: ReadonlyMap<string, AttributeRoles>): string =>
  [...roles]
    .flatMap(([name, { read }]) => (read ? [`${name}:${[...read].sort((a, b) => a - b).join()}`] : []))
    .sort()
    .join(';');
