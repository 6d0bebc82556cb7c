// Streams: the files of media objects (service.md 4.6).
import { ApiError } from '../../core/errors.ts';
import { parsePrivateUrl } from '../../core/files/streams/stream-resource.ts';
import { cloneStream } from '../../core/files/streams/clone-stream.ts';
import { createStream } from '../../core/files/streams/create-stream.ts';
import { deleteStream } from '../../core/files/streams/remove-streams.ts';
import { linkStream } from '../../core/files/streams/link-stream.ts';
import { findStream, listStreams } from '../../core/files/streams/read-streams.ts';
import { parseUuids } from '../../core/format/jsonapi/ids.ts';
import { parseReadRequest } from '../../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { findVisible } from '../../core/objects/read-objects.ts';
import { answerNew, answerOne, answerPage } from '../../core/representation/responses.ts';
import { readListRequest } from '../../core/representation/list-requests.ts';
import { objectView } from '../../core/representation/object-views.ts';
import { streamView } from '../../core/representation/owned-views.ts';
import { relatedToOne } from '../../core/representation/related.ts';
import { linksOnly, noContent } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

export function streamHandlers({ objects, files, config }: Services) {
  const view = streamView(objects);
  const object = relatedToOne(async (params: { stream_id: string }, context) => {
    const { object_id: id } = await findStream(files, params.stream_id, context);
    const item = id === null ? undefined : await findVisible(objects, 'objects', String(id), context);
    return { view: objectView(objects, 'TypedObjects'), item };
  });

  return {
    listStreams: async ({ query, context }) => {
      const { id, ...others } = query;
      const scope = id === undefined ? [] : [{ _id: { $in: [...parseUuids(id, 'id')] } }];
      const request = readListRequest(others, context, config);
      return answerPage(view, await listStreams(files, request, context, scope), request, context);
    },
    getStream: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      return answerOne(view, await findStream(files, params.stream_id, context), request, context);
    },
    updateStream: () => {
      const detail = 'You are not allowed to update existing streams, please delete and re-upload';
      throw new ApiError('immutable', detail);
    },
    deleteStream: ({ params, context }) => noContent(deleteStream(files, params.stream_id, context)),
    uploadStream: async ({ params, query, body, context }) => {
      const upload = { fileName: params.file_name, upload: body, privateUrl: parsePrivateUrl(query.private_url) };
      return answerNew(view, await createStream(files, upload, context), context);
    },
    cloneStream: async ({ params, context }) =>
      answerNew(view, await cloneStream(files, params.stream_id, context), context),
    getStreamObject: object.resource,
    getStreamObjectLink: object.identifier,
    replaceStreamObject: ({ params, body, context }) =>
      linksOnly(linkStream(files, params.stream_id, body.data, context), context),
  } satisfies Partial<Handlers>;
}
