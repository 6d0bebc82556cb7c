// The streams of media objects, at the object (reference/jsonapi.md 4.7).
import type { RequestContext } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import { findMedia, STREAM_ORDER } from '../core/files/streams/find-media.ts';
import { listStreams } from '../core/files/streams/read-streams.ts';
import { linkListDocument, listDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations =
  | 'listTypedObjectStreams'
  | 'listTypedObjectStreamLinks'
  | 'addTypedObjectStreams'
  | 'replaceTypedObjectStreams'
  | 'removeTypedObjectStreams';

interface Asked {
  params: { object_type_name: string; object_id: string };
  context: RequestContext;
}

export function objectStreamHandlers({ objects, files, config }: Services): Pick<Handlers, Operations> {
  async function list({ params, query, context }: Asked & { query: object }) {
    const { document } = await findMedia(objects, params, context);
    const asked = parseListRequest(query, pageLimits(context, config.pageSizeMax));
    const request = asked.sort.length > 0 ? asked : { ...asked, sort: STREAM_ORDER };
    return { request, page: await listStreams(files, request, context, [{ object_id: document._id }]) };
  }

  async function refuse({ params, context }: Asked): Promise<never> {
    await findMedia(objects, params, context);
    throw new ApiError(
      'forbidden',
      'Streams are linked to an object at the stream: PATCH /streams/{stream_id}/relationships/object.',
    );
  }

  return {
    listTypedObjectStreams: async (asked) => {
      const { page, request } = await list(asked);
      return { status: 200, body: listDocument(page, request, asked.context.url) };
    },
    listTypedObjectStreamLinks: async (asked) => {
      const { page, request } = await list(asked);
      return { status: 200, body: linkListDocument(page, request, asked.context.url) };
    },
    addTypedObjectStreams: refuse,
    replaceTypedObjectStreams: refuse,
    removeTypedObjectStreams: refuse,
  };
}
