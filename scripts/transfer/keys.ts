// The unames that identify objects of a source (D511). Pure.
import { createHash } from 'node:crypto';
import { isNumeric, slug } from '../../core/uname.ts';
import type { SourceResource } from './resource.ts';

const MAX_LENGTH = 200;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10);

/** Of an id in a source; different ids have different ones. */
export function derivedUname(source: string, type: string, id: string): string {
  const plain = slug(id);
  const name = `${slug(source)}-${type}-${plain}`;
  // Characters that a slug drops would make two ids equal.
  const isExact = plain === id && plain !== '' && name.length <= MAX_LENGTH;
  return isExact ? name : `${name.slice(0, MAX_LENGTH).replace(/-+$/, '')}-${digest(id)}`;
}

/** As the service stores a given one; undefined where it would generate one. */
export function storedUname(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const uname = slug(given);
  return uname === '' || isNumeric(uname) ? undefined : uname;
}

/** undefined for a record that cannot be identified again. */
export function keyOf(source: string, { type, id, attributes }: SourceResource): string | undefined {
  const own = storedUname(attributes?.['uname']);
  if (own !== undefined) return own;
  return id === undefined ? undefined : derivedUname(source, type, id);
}
