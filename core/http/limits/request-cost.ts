// The cost of a request, by what it asks for: its operation, the form of its response, its query (D720).
import { EVENT_STREAM } from '../../network/event-stream.ts';
import type { Operation } from '../routing/operation.ts';
import { takesFile } from '../request/upload-body.ts';

/** `upload`, `download`, `stream`: their duration depends on the client. */
export type Cost = 'probe' | 'cheap' | 'write' | 'expensive' | 'upload' | 'download' | 'stream';

/** Query parameters that may make a request read many objects. */
const COSTLY: readonly string[] = ['filter', 'q', 'include', 'sort', 'embed', 'count', 'compare', 'page[total]'];

export interface Asked {
  operation: Operation;
  query: Readonly<Record<string, unknown>>;
  mediaType: string;
}

export function costOf({ operation, query, mediaType }: Asked): Cost {
  const { cost } = operation.facts;
  if (cost === 'probe') return cost;
  if (mediaType === EVENT_STREAM) return 'stream';
  if (takesFile(operation)) return 'upload';
  if (mediaType === '*/*') return 'download';
  return cost === 'cheap' && COSTLY.some((name) => name in query) ? 'expensive' : cost;
}
