// Streams: the files of media objects (service.md 4.6).
import { createStream } from '../core/files/streams/create-stream.ts';
import { findStream, listStreams } from '../core/files/streams/read-streams.ts';
import { showStream } from '../core/files/streams/show-stream.ts';
import { listDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers, Schema } from '../core/http/handler.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations = 'listStreams' | 'getStream' | 'uploadStream';

type StreamsResponse = Schema<'StreamsResponse'>;

const isTrue = (value: string | undefined): boolean => value === 'true' || value === '1';

export function streamHandlers({ files, config }: Services): Pick<Handlers, Operations> {
  return {
    listStreams: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listStreams(files, request, context);
      return { status: 200, body: listDocument<Schema<'StreamsListResponse'>>(page, request, context.url) };
    },
    getStream: async ({ params, query, context }) => {
      const { fields } = parseReadRequest(query);
      const row = await findStream(files, params.stream_id, context);
      return { status: 200, ...showStream<StreamsResponse>(files, row, context, { fields }) };
    },
    uploadStream: async ({ params, query, body, context }) => {
      const upload = { fileName: params.file_name, upload: body, privateUrl: isTrue(query.private_url) };
      const row = await createStream(files, upload, context);
      const Location = `${context.url.base}/streams/${row._id}`;
      return {
        status: 201,
        headers: { Location },
        ...showStream<StreamsResponse>(files, row, context, { isNew: true }),
      };
    },
  };
}
