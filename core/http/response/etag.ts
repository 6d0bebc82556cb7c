// Entity tags (D60): `"{revision}.{variant}"`. The revision is that of the resource, the variant distinguishes its
// representations, so that If-Match accepts the tag of any of them. Those of lists: core/http/response/responder.ts.
import type { IncomingHttpHeaders } from 'node:http';
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Precondition, Revisions } from '../../context.ts';
import type { Encoding } from '../../network/content-encoding.ts';
import type { EntityTag } from '../handler.ts';

/** @param representation further input of the body: URL, media type */
export function entityTag(tag: EntityTag, representation: string): string {
  return `"${tag.revision}.${crc32(`${tag.variant ?? ''}|${representation}`).toString(36)}"`;
}

/** The tag of a body that nothing else proves to be unchanged. */
export const bodyTag = (body: string | Buffer): string => `"${hash('sha1', body, 'base64url')}"`;

const TAGS = /(W\/)?"([^"]*)"/g;

/** Ends the tag of a compressed form; other tags have no `+`. */
const CODING = /\+(?:br|gzip)$/;

/** Of a compressed form: other bytes, of the same state. */
export const encodedTag = (etag: string, encoding: Encoding): string => `${etag.slice(0, -1)}+${encoding}"`;

const namedIn = (header: string | undefined): string[] =>
  [...(header ?? '').matchAll(TAGS)].map(([, , opaque]) => opaque ?? '');

/** Of If-None-Match, without quotes and codings. */
export const opaqueTags = (header: string | undefined): string[] =>
  namedIn(header).map((opaque) => opaque.replace(CODING, ''));

/** Weak comparison, whatever the coding. @returns the tag of the form that the client has; undefined without one */
export function knownTag(header: string | undefined, etag: string): string | undefined {
  if (header?.trim() === '*') return etag;
  const known = namedIn(header).find((opaque) => `"${opaque.replace(CODING, '')}"` === etag);
  return known === undefined ? undefined : `"${known}"`;
}

/** Strong comparison of If-Match with the tag of a file (RFC 9110 8.8.3.2). */
export const matchesStrongly = (header: string, etag: string): boolean =>
  header.trim() === '*' || [...header.matchAll(TAGS)].some(([, weak, opaque]) => !weak && `"${opaque}"` === etag);

/** Revisions that a condition names (D68): weak tags only for the weak comparison of If-None-Match, foreign ones never. */
function revisionsIn(header: string | undefined, isWeak: boolean): Revisions | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return 'any';
  const revisions = new Set<number>();
  for (const [, weak, opaque] of header.matchAll(TAGS)) {
    const revision = /^(\d+)\./.exec(opaque ?? '')?.[1];
    if ((isWeak || !weak) && revision) revisions.add(Number(revision));
  }
  return revisions;
}

/** The conditions of a write; undefined without any. */
export function readConditions(headers: IncomingHttpHeaders): Precondition | undefined {
  const match = revisionsIn(headers['if-match'], false);
  const noneMatch = revisionsIn(headers['if-none-match'], true);
  return match || noneMatch ? { match, noneMatch } : undefined;
}
