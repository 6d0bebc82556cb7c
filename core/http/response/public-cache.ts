// Responses that shared caches keep (D598): a time by type of object, and tags by which a cache removes changed ones.
import type { IncomingMessage } from 'node:http';
import type { RequestUrl } from '../../context.ts';
import { JSON_API } from '../request/media-types.ts';
import type { Operation } from '../routing/operation.ts';
import { apiKeyOf, parseTarget, tokenOf } from '../request/request-target.ts';

/** Seconds by name of a type in paths; `*` for all others. */
export type CacheTimes = ReadonlyMap<string, number>;

interface Answered {
  operation: Operation;
  mediaType: string;
  url: Pick<RequestUrl, 'path' | 'query'>;
}

/** Identifiers of resources, as JSON.stringify writes them; text within strings has its quotes escaped. */
const IDENTIFIER =
  /\{"id":"(\d{1,15})","type":"([a-z][a-z0-9_-]{0,63})"|\{"type":"([a-z][a-z0-9_-]{0,63})","id":"(\d{1,15})"/g;
/** Headers of 8 KB are too long for some caches. */
const MOST_TAGS = 150;
/** The tag that every change of an object removes. */
const ANY = 'objects';

/** Tags of a document: `documents` for lists of one type, `objects` for those of several, `documents-12` for each object that is shown or linked. */
export function tagsOf({ path, query }: Answered['url'], body: string | Buffer | undefined): string[] {
  const text = body?.toString() ?? '';
  const [type = '', ...below] = path.split('/').filter((segment) => segment !== '');
  const isList = text.startsWith('{"data":[');
  const tags = new Set<string>();
  // Types that a change may add to the response: of the list, of included and of related objects.
  if (isList && below.length === 0) tags.add(type);
  if ((isList && below.length > 0) || query.has('include')) tags.add(ANY);
  for (const [, id, name, name2, id2] of text.matchAll(IDENTIFIER)) {
    tags.add(`${name ?? name2}-${id ?? id2}`);
    if (tags.size > MOST_TAGS) return [ANY];
  }
  return [...tags];
}

/** The caller is neither signed in nor an application. */
function isOfAnybody(request: IncomingMessage): boolean {
  const target = parseTarget(request.url ?? '/');
  return tokenOf(request, target) === undefined && apiKeyOf(request, target) === undefined;
}

/** @returns makes headers beside those of every response, with tags if there is a body; none where nothing is cached */
export function createPublicCache(times: CacheTimes | undefined, vary: string) {
  return (
    request: IncomingMessage,
    { operation, mediaType, url }: Answered,
    body?: string | Buffer,
  ): Record<string, string> => {
    if (!times || !operation.facts.sharedCache || mediaType !== JSON_API) return {};
    const seconds = times.get(/[^/]+/.exec(url.path)?.[0] ?? '') ?? times.get('*');
    if (seconds === undefined || !isOfAnybody(request)) return {};
    const tags = tagsOf(url, body);
    return {
      // Browsers cannot be notified of changes, so they revalidate each time.
      'Cache-Control': `public, max-age=0, s-maxage=${seconds}`,
      Vary: `${vary}, Authorization, X-Api-Key`,
      ...(tags.length > 0 && { 'Surrogate-Key': tags.join(' '), 'Cache-Tag': tags.join(',') }),
    };
  };
}
