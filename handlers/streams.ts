// Streams: the files of media objects (service.md 4.6).
import type { RequestContext } from '../core/context.ts';
import { createStream } from '../core/files/streams/create-stream.ts';
import { findStream, listStreams } from '../core/files/streams/read-streams.ts';
import { streamResource } from '../core/files/streams/stream-resource.ts';
import { listDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers, Schema } from '../core/http/handler.ts';
import { pageLimits } from '../core/settings.ts';
import type { StreamRow } from '../core/store/store.ts';
import type { Services } from './services.ts';

type Operations = 'listStreams' | 'getStream' | 'uploadStream';

const isTrue = (value: string | undefined): boolean => value === 'true' || value === '1';

export function streamHandlers({ files, objects, config }: Services): Pick<Handlers, Operations> {
  /** What its address looks like depends on who asks, and on the time (core/files/url-signer.ts). */
  function represent(row: StreamRow, context: RequestContext, fields = parseReadRequest({}).fields) {
    const resource = streamResource(row, objects.streamUrls, context);
    return {
      etag: { revision: row.revision, variant: JSON.stringify([resource.meta['url'], resource.relationships]) },
      body: () => singleDocument<Schema<'StreamsResponse'>>(resource, context.url, { fields }),
    };
  }

  return {
    listStreams: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listStreams(files, request, context);
      return { status: 200, body: listDocument<Schema<'StreamsListResponse'>>(page, request, context.url) };
    },
    getStream: async ({ params, query, context }) => {
      const { fields } = parseReadRequest(query);
      return { status: 200, ...represent(await findStream(files, params.stream_id, context), context, fields) };
    },
    uploadStream: async ({ params, query, body, context }) => {
      const upload = { fileName: params.file_name, upload: body, privateUrl: isTrue(query.private_url) };
      const row = await createStream(files, upload, context);
      const Location = `${context.url.base}/streams/${row._id}`;
      return { status: 201, headers: { Location }, ...represent(row, context) };
    },
  };
}
