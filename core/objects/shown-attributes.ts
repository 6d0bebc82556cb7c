// The visibility of attributes: as values, in filters, sorts and searches, in translations and in history. Hidden attributes of
// a type are never shown (D422); private attributes of users to admins and to the user (D19, D100).
import type { Caller } from '../context.ts';
import type { Model, ResolvedType } from '../model/model.ts';

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

/** The viewer: `owner` sees private attributes, `others` do not. */
export type Seer = 'owner' | 'others';

type Named = Pick<ResolvedType, 'kind' | 'attribute' | 'hidden'>;

/** Profiles have some of the same attributes for publication. Properties of the project are not private. */
const isPrivate = (type: Named, name: string): boolean =>
  type.kind === 'users' && PRIVATE.has(name) && type.attribute.get(name)?.custom !== true;

/** The one rule for the visibility of an object's attributes; a name that is no attribute is shown unless it is hidden. */
export const isShown = (type: Named, name: string, to: Seer): boolean =>
  !type.hidden.has(name) && (to === 'owner' || !isPrivate(type, name));

/** Those members of an object that are shown, by the names of attributes. */
export const shownOf = <Value>(type: Named, values: Readonly<Record<string, Value>>, to: Seer): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isShown(type, name, to)));

/** The relation of a caller to a user. */
export const seerOf = (userId: number, caller: Pick<Caller, 'isAdmin' | 'userId'> | undefined): Seer =>
  caller !== undefined && (caller.isAdmin || caller.userId === userId) ? 'owner' : 'others';

/** Names of the concrete types that hide an attribute. */
export const typesHiding = ({ types }: Pick<Model, 'types'>, names: readonly string[]): string[] =>
  [...types.values()]
    .filter(({ abstract, hidden }) => !abstract && names.some((name) => hidden.has(name)))
    .map(({ name }) => name);
