// Streams: the files of media objects (service.md 4.6).
import type { RequestContext } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import { parsePrivateUrl } from '../core/files/private-url.ts';
import { cloneStream } from '../core/files/streams/clone-stream.ts';
import { createStream } from '../core/files/streams/create-stream.ts';
import { deleteStream } from '../core/files/streams/delete-stream.ts';
import { linkStream } from '../core/files/streams/link-stream.ts';
import {
  listShownStreams,
  readShownStream,
  showObjectOfStream,
  showStream,
} from '../core/files/streams/show-stream.ts';
import { linkDocument, linksOnlyDocument, listDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseUuids } from '../core/format/jsonapi/ids.ts';
import { parseListRequest, parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import { pageLimits } from '../core/settings.ts';
import type { StreamRow } from '../core/store/store.ts';
import type { Services } from './services.ts';

type Operations =
  | 'listStreams'
  | 'getStream'
  | 'updateStream'
  | 'deleteStream'
  | 'uploadStream'
  | 'cloneStream'
  | 'getStreamObject'
  | 'getStreamObjectLink'
  | 'replaceStreamObject';

const NOTHING = { include: [] };

export function streamHandlers({ files, config }: Services): Pick<Handlers, Operations> {
  const created = (row: StreamRow, context: RequestContext) =>
    ({
      status: 201,
      headers: { Location: `${context.url.base}/streams/${row._id}` },
      ...showStream(files, row, context),
    }) as const;

  return {
    listStreams: async ({ query, context }) => {
      const { id, ...others } = query;
      const ids = id === undefined ? undefined : parseUuids(id, 'id');
      const request = parseListRequest(others, pageLimits(context, config.pageSizeMax));
      const page = await listShownStreams(files, ids, request, context);
      return { status: 200, body: listDocument(page, request, context.url, page) };
    },
    getStream: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      return { status: 200, ...(await readShownStream(files, params.stream_id, request, context)) };
    },
    updateStream: () => {
      const detail = 'You are not allowed to update existing streams, please delete and re-upload';
      throw new ApiError('immutable', detail);
    },
    deleteStream: async ({ params, context }) => {
      await deleteStream(files, params.stream_id, context);
      return { status: 204 };
    },
    uploadStream: async ({ params, query, body, context }) => {
      const upload = { fileName: params.file_name, upload: body, privateUrl: parsePrivateUrl(query.private_url) };
      return created(await createStream(files, upload, context), context);
    },
    cloneStream: async ({ params, context }) => created(await cloneStream(files, params.stream_id, context), context),
    getStreamObject: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      const shown = await showObjectOfStream(files, params.stream_id, request, context);
      const extras = { ...shown, fields: request.fields };
      const body = singleDocument(shown?.resource ?? null, context.url, extras);
      return { status: 200, body };
    },
    getStreamObjectLink: async ({ params, context }) => {
      const shown = await showObjectOfStream(files, params.stream_id, NOTHING, context);
      return { status: 200, body: linkDocument(shown?.resource ?? null, context.url) };
    },
    replaceStreamObject: async ({ params, body, context }) => {
      await linkStream(files, params.stream_id, body.data, context);
      return { status: 200, body: linksOnlyDocument(context.url) };
    },
  };
}
