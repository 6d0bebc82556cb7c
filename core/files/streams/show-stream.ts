// Answers about one stream.
import type { RequestContext } from '../../context.ts';
import { aboutNew, singleDocument } from '../../format/jsonapi/documents.ts';
import type { FieldSelection } from '../../format/jsonapi/list-request.ts';
import type { StreamRow } from '../../store/store.ts';
import type { FileServices } from '../file-services.ts';
import { streamResource } from './stream-resource.ts';

export interface StreamAnswer {
  fields?: FieldSelection | undefined;
  /** Its version stands among the attributes too, as version operations show it (D57). */
  versioned?: boolean;
  /** The document is about the stream, wherever it was made (D65). */
  isNew?: boolean;
}

const ALL_FIELDS: FieldSelection = { common: undefined, byType: new Map() };

/** @param row a stream that the caller sees @returns its ETag and its document */
export function showStream<Body>(
  { objects }: Pick<FileServices, 'objects'>,
  row: StreamRow,
  context: RequestContext,
  { fields = ALL_FIELDS, versioned = false, isNew = false }: StreamAnswer = {},
): { etag: { revision: number; variant: string }; body: () => Body } {
  const resource = streamResource(row, objects.streamUrls, context);
  if (versioned) resource.attributes['version'] = row.version;
  const url = isNew ? aboutNew(resource.path, context.url) : context.url;
  // What its address looks like depends on who asks, and on the time (core/files/url-signer.ts).
  const variant = JSON.stringify([resource.attributes, resource.meta['url'], resource.relationships]);
  return {
    etag: { revision: row.revision, variant },
    body: () => singleDocument<Body>(resource, url, { fields }),
  };
}
