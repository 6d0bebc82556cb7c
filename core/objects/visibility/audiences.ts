// Audiences of an object: the groups of callers that may find it, stored with it as tokens, so that lists read one index range
// for each group and skip no hidden object (D438). A token reads `[trash:][realm:]class[:u<owner>][:r<role>]`.
import type { ObjectBase } from '../../store/store.ts';

/** `dated` is `on` with publication dates. */
export type AudienceClass = 'on' | 'dated' | 'draft' | 'off';

/** Resources other than content with rows of `objects`; lists of content need no condition on the type. */
const REALMS: ReadonlySet<string> = new Set(['users', 'translations', 'annotations']);

export const realmOf = (type: string): string => (REALMS.has(type) ? `${type}:` : '');

/** Its visibility depends on publication dates. */
export const isScheduled = (object: Pick<ObjectBase, 'publish_start' | 'publish_end'>): boolean =>
  object.publish_start !== null || object.publish_end !== null;

const TRASH = 'trash:';

/** The token of a trashed object that has the given one otherwise. */
export const inTrash = (token: string): string => TRASH + token;

/** Means any role: callers who are exempt from object permissions. */
export const ANY_ROLE = '*';

export const ownerSuffix = (userId: number): string => `:u${userId}`;
export const roleSuffix = (role: number | typeof ANY_ROLE): string => `:r${role}`;

type AudienceFields = Pick<
  ObjectBase,
  'type' | 'status' | 'publish_start' | 'publish_end' | 'trashed' | 'created_by' | 'reader_roles'
>;

/**
 * Audiences of an object, from the fields that determine its visibility. Public objects have one; other objects have
 * another one for their owner, and objects for certain roles one for each role instead.
 */
export function audiencesOf(object: AudienceFields): string[] {
  const { type, status, trashed, created_by: owner, reader_roles: readers } = object;
  const kind: AudienceClass = status === 'on' && isScheduled(object) ? 'dated' : status;
  const group = `${trashed ? TRASH : ''}${realmOf(type)}${kind}`;
  // Callers who see `on` objects see their own `on` objects by the same token.
  const owners = kind === 'on' || owner === null ? [''] : ['', ownerSuffix(owner)];
  const roles = readers ? ([ANY_ROLE, ...readers] as const).map(roleSuffix) : [''];
  return owners.flatMap((own) => roles.map((role) => group + own + role));
}

export const withAudiences = <Fields extends AudienceFields>(object: Fields): Fields & { audiences: string[] } => ({
  ...object,
  audiences: audiencesOf(object),
});
