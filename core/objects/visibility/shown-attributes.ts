// The visibility of attributes: as values, in filters, sorts and searches, in translations and in history. Hidden
// attributes of a type are never shown (D422); private attributes of users to administrators and to the user (D19,
// D100); attributes that only some roles read to these and to administrators (D578).
import { ANONYMOUS, type Caller, type RequestContext } from '../../context.ts';
import type { Model, ResolvedType } from '../../model/model.ts';

const PRIVATE: ReadonlySet<string> = new Set([
  // Contact data and identity documents.
  'email',
  'phone',
  'street_address',
  'zipcode',
  'birthdate',
  'national_id_number',
  'vat_number',
  'user_preferences',
  // Sign-in data.
  'blocked',
  'last_login',
  'last_login_err',
  'num_login_err',
  'verified',
  'password_modified',
  'external_auth',
]);

/** The caller whose roles are checked. */
export type RoleHolder = Pick<Caller, 'isAdmin' | 'roles'>;

/** The viewer of an object: the owner sees private attributes. */
export interface AttributeReader {
  holder: RoleHolder;
  isOwner: boolean;
}

/** The attributes that all callers see. */
export const ANONYMOUS_READER: AttributeReader = { holder: ANONYMOUS, isOwner: false };

/** A caller as the viewer of objects that are not the caller's own account. */
export const viewer = (caller: RoleHolder): AttributeReader => ({ holder: caller, isOwner: caller.isAdmin });

type Named = Pick<ResolvedType, 'kind' | 'attribute' | 'hidden' | 'attributeRoles'>;

/** Names of the attributes of a type that are hidden from roles. */
export interface HiddenAttributes {
  read: ReadonlySet<string>;
  write: ReadonlySet<string>;
}

const NOTHING: HiddenAttributes = { read: new Set(), write: new Set() };

const isAmong = (roles: ReadonlySet<number> | undefined, { roles: own }: RoleHolder): boolean =>
  roles === undefined || [...own].some((role) => roles.has(role));

function withhold({ attributeRoles }: Named, holder: RoleHolder): HiddenAttributes {
  const kept = (side: 'read' | 'write'): Set<string> =>
    new Set([...attributeRoles].flatMap(([name, roles]) => (isAmong(roles[side], holder) ? [] : [name])));
  return { read: kept('read'), write: kept('write') };
}

/** The roles in the rules of a type, and the attributes withheld from a caller by the roles held. */
interface Resolved {
  named: ReadonlySet<number>;
  byRoles: Map<string, HiddenAttributes>;
}

const resolved = new WeakMap<object, Resolved>();

const namedIn = ({ attributeRoles }: Named): number[] =>
  [...attributeRoles.values()].flatMap(({ read, write }) => [...(read ?? []), ...(write ?? [])]);

const keyOf = (named: ReadonlySet<number>, { roles }: RoleHolder): string =>
  [...roles]
    .filter((role) => named.has(role))
    .sort((a, b) => a - b)
    .join();

/** The same object for all holders of the same roles, made once for a model; administrators see all attributes. */
export function hiddenAttributes(type: Named, holder: RoleHolder): HiddenAttributes {
  if (type.attributeRoles.size === 0 || holder.isAdmin) return NOTHING;
  let known = resolved.get(type);
  if (!known) resolved.set(type, (known = { named: new Set(namedIn(type)), byRoles: new Map() }));
  const key = keyOf(known.named, holder);
  let withheld = known.byRoles.get(key);
  if (!withheld) known.byRoles.set(key, (withheld = withhold(type, holder)));
  return withheld;
}

const namedInModel = new WeakMap<object, ReadonlySet<number>>();

/** The same text for all callers who see the same attributes of all types. */
export function visibleAttributesKey(model: Pick<Model, 'types'>, holder: RoleHolder): string {
  if (holder.isAdmin) return 'admin';
  let named = namedInModel.get(model);
  if (!named) namedInModel.set(model, (named = new Set([...model.types.values()].flatMap(namedIn))));
  return keyOf(named, holder);
}

/** Profiles publish some of the same attributes. Properties of the project are not private. */
export const isPrivate = (type: Pick<Named, 'kind' | 'attribute'>, name: string): boolean =>
  type.kind === 'users' && PRIVATE.has(name) && type.attribute.get(name)?.custom !== true;

/** The only rule for the visibility of an attribute; a name that is no attribute is shown unless it is hidden. */
export const isShown = (type: Named, name: string, { holder, isOwner }: AttributeReader): boolean =>
  !type.hidden.has(name) && (isOwner || !isPrivate(type, name)) && !hiddenAttributes(type, holder).read.has(name);

/** The visible members of an object, by the names of attributes. */
export const readableValues = <Value>(
  type: Named,
  values: Readonly<Record<string, Value>>,
  to: AttributeReader,
): Record<string, Value> => Object.fromEntries(Object.entries(values).filter(([name]) => isShown(type, name, to)));

/** A caller as the viewer of an object; without one, an anonymous caller. */
export const readerOf = (id: number, caller: (RoleHolder & Pick<Caller, 'userId'>) | undefined): AttributeReader =>
  caller ? { holder: caller, isOwner: caller.isAdmin || caller.userId === id } : ANONYMOUS_READER;

/** For the audit trail: the user whose private data a response shows to an administrator (D626). */
export function auditShown(
  { type, document }: { type: Pick<ResolvedType, 'kind'>; document: { _id: number } },
  { caller, auditShown: note }: Pick<RequestContext, 'caller' | 'auditShown'>,
): void {
  if (type.kind === 'users' && caller.isAdmin && document._id !== caller.userId) note?.(document._id);
}

/** Names of the concrete types that show none of some attributes to a viewer. */
export const typesHiding = ({ types }: Pick<Model, 'types'>, names: readonly string[], to: RoleHolder): string[] =>
  [...types.values()]
    .filter(
      (type) =>
        !type.abstract && names.some((name) => type.hidden.has(name) || hiddenAttributes(type, to).read.has(name)),
    )
    .map(({ name }) => name);

/** Sources of a uname, since every caller sees it. */
export const publicUnameSources = <Name>(
  type: Named,
  { title, username }: { title: string | null; username?: Name },
) => ({
  title: isShown(type, 'title', ANONYMOUS_READER) ? title : null,
  username: isShown(type, 'username', ANONYMOUS_READER) ? username : undefined,
});
