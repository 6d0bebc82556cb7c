// The streams of media objects, at the object (D530).
import type { RequestContext } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { findMedia, STREAM_ORDER } from '../../core/files/streams/stream-owner.ts';
import { listStreams } from '../../core/files/streams/read-streams.ts';
import type { HandlerInput, Handlers } from '../../core/http/handler.ts';
import { streamView } from '../../core/representation/owned-views.ts';
import { relatedToMany } from '../../core/representation/related.ts';
import type { Services } from '../services.ts';

type Params = HandlerInput<'listTypedObjectStreams'>['params'];

export function objectStreamHandlers({ objects, files, config }: Services) {
  const view = streamView(objects);
  const streams = relatedToMany(config, async (params: Params, requested, context) => {
    const { document } = await findMedia(objects, params, context);
    const request = requested.sort.length > 0 ? requested : { ...requested, sort: STREAM_ORDER };
    return { view, ...(await listStreams(files, request, context, [{ object_id: document._id }])) };
  });

  async function refuse({ params, context }: { params: Params; context: RequestContext }): Promise<never> {
    await findMedia(objects, params, context);
    throw new ApiError(
      'forbidden',
      'Streams are linked to an object at the stream: PATCH /streams/{stream_id}/relationships/object.',
    );
  }

  return {
    listTypedObjectStreams: streams.resources,
    listTypedObjectStreamLinks: streams.identifiers,
    addTypedObjectStreams: refuse,
    replaceTypedObjectStreams: refuse,
    removeTypedObjectStreams: refuse,
  } satisfies Partial<Handlers>;
}
