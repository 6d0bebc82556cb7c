// Unames: URL-friendly, unique in the project, never purely numeric (D10, D11, D535).
import { randomBytes } from 'node:crypto';
import anyAscii from 'any-ascii';

const MAX_LENGTH = 255;
const SUFFIX_LENGTH = 7;
/** Characters of a text that are used: more than a uname can have. */
const MAX_READ = 10_000;

/** Lower-case ASCII letters, digits and `_`; all other characters become a single `-`. */
export const slug = (text: string): string =>
  anyAscii(text.slice(0, MAX_READ))
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_LENGTH)
    .replace(/-+$/, '');

const randomHex = (): string => randomBytes(3).toString('hex');

/** Names of users who are purged (D539). */
export const DELETED_PREFIX = '__deleted-';

export const isReserved = (name: string): boolean => name.toLowerCase().startsWith(DELETED_PREFIX);

export const isNumeric = (uname: string): boolean => /^\d+$/.test(uname);

/** Types whose generated unames have a prefix. */
const PREFIXES: Readonly<Record<string, string>> = {
  profiles: 'profile-',
  users: 'user-',
  media: 'media-',
};

/** The text that a uname is made from: the user name of a user, as in the reference, the title of any other object (D11). */
const nameOf = (kind: string, { title, username }: Nameable): string =>
  (kind === 'users' && typeof username === 'string' ? username : title) ?? '';

interface Nameable {
  title: string | null;
  username?: unknown;
}

/** Uname for an object without one: from its title or user name, or from its type and random characters. */
export function generatedUname(type: { name: string; kind: string }, named: Nameable): string {
  const fromName = slug(nameOf(type.kind, named));
  if (fromName === '') return `${type.name}-${randomHex()}`;
  const uname = `${PREFIXES[type.kind] ?? ''}${fromName}`.slice(0, MAX_LENGTH);
  if (isReserved(uname)) return uname.replace(/^_+/, '');
  return isNumeric(uname) ? withSuffix(uname) : uname;
}

/** Another uname, when one is in use. */
export const withSuffix = (uname: string): string => `${uname.slice(0, MAX_LENGTH - SUFFIX_LENGTH)}-${randomHex()}`;
