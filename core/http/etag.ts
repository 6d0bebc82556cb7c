// Entity tags (D60): `"{revision}.{variant}"`. The revision is the resource's, the variant stands for all that makes this
// representation differ from others of the same revision, so that If-Match can be asked of any of them.
import { crc32 } from 'node:zlib';
import type { Precondition } from '../context.ts';
import type { EntityTag } from './handler.ts';

/** @param representation what else the body depends on: URL, media type */
export function entityTag(tag: EntityTag, representation: string): string {
  return `"${tag.revision}.${crc32(`${tag.variant ?? ''}|${representation}`).toString(36)}"`;
}

const TAGS = /(W\/)?"([^"]*)"/g;

/** Weak comparison of If-None-Match with the tag of the answer. */
export function matchesNone(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return [...header.matchAll(TAGS)].some(([, , opaque]) => `"${opaque}"` === etag);
}

/** Strong comparison of If-Match with the tag of a file (RFC 9110 8.8.3.2). */
export const matchesStrongly = (header: string, etag: string): boolean =>
  header.trim() === '*' || [...header.matchAll(TAGS)].some(([, weak, opaque]) => !weak && `"${opaque}"` === etag);

/** Revisions that If-Match accepts (D68); weak tags and those that are not ours accept none. */
export function parseIfMatch(header: string | undefined): Precondition | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return 'any';
  const revisions = new Set<number>();
  for (const [, weak, opaque] of header.matchAll(TAGS)) {
    const revision = /^(\d+)\./.exec(opaque ?? '')?.[1];
    if (!weak && revision) revisions.add(Number(revision));
  }
  return revisions;
}
