// What is private about users: shown to admins and to the user concerned, and of no use to anybody else (D19, D100).
import type { Caller } from '../context.ts';
import type { ResolvedType } from '../model/model.ts';

const PRIVATE: ReadonlySet<string> = new Set([
  // How to reach a person, and what papers say.
  'email',
  'phone',
  'street_address',
  'zipcode',
  'birthdate',
  'national_id_number',
  'vat_number',
  'user_preferences',
  // What concerns signing in.
  'blocked',
  'last_login',
  'last_login_err',
  'num_login_err',
  'verified',
  'password_modified',
  'external_auth',
]);

/** Profiles have some of the same attributes, which are for publication. Properties that a project adds are its own affair. */
export const isPrivate = (type: Pick<ResolvedType, 'row' | 'attribute'>, name: string): boolean =>
  type.row.table === 'BEdita/Core.Users' && PRIVATE.has(name) && type.attribute.get(name)?.custom === false;

export const seesPrivate = (userId: number, caller: Pick<Caller, 'isAdmin' | 'userId'> | undefined): boolean =>
  caller !== undefined && (caller.isAdmin || caller.userId === userId);
