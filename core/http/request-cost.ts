// The cost of a request, by what it asks for: its operation, the form of its response, its query (D720).
import { EVENT_STREAM } from '../event-stream.ts';
import type { Operation } from './operation.ts';
import { PROBES } from './probes.ts';
import { takesFile } from './upload-body.ts';

/**
 * `probe`: of orchestrators. `upload`, `download`, `stream`: their duration depends on the client. All others are named by
 * their work.
 */
export type Cost = 'probe' | 'cheap' | 'write' | 'expensive' | 'upload' | 'download' | 'stream';

/** Query parameters that may make a request read many objects. */
const COSTLY: readonly string[] = ['filter', 'q', 'include', 'sort', 'embed', 'count', 'compare', 'page[total]'];

/** Requests of many parts, and reads of many rows or pictures whatever their query. */
const ALWAYS_EXPENSIVE: ReadonlySet<string> = new Set([
  'changeResources',
  'editObjects',
  // A page may examine 10,000 events.
  'listFeedEvents',
  'getDescription',
  'getDescriptionYaml',
  'getProject',
  // Pictures that do not exist yet are made.
  'listThumbnails',
  'getThumbnails',
  'getPoster',
  'listPosters',
  'getPosterAlias',
]);

export interface Asked {
  operation: Operation;
  query: Readonly<Record<string, unknown>>;
  /** Of the response, as negotiated. */
  mediaType: string;
}

export function costOf({ operation, query, mediaType }: Asked): Cost {
  if (PROBES.has(operation.path)) return 'probe';
  if (mediaType === EVENT_STREAM) return 'stream';
  if (takesFile(operation)) return 'upload';
  if (mediaType === '*/*') return 'download';
  if (ALWAYS_EXPENSIVE.has(operation.operationId)) return 'expensive';
  if (operation.method !== 'get') return 'write';
  return COSTLY.some((name) => name in query) ? 'expensive' : 'cheap';
}
