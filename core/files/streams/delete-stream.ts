// Deleting a stream: there is no trash for files, so it is gone for good (reference/jsonapi.md 8).
import type { RequestContext } from '../../context.ts';
import { writeScope } from '../../model/model-write.ts';
import { checkPrecondition } from '../../resources/precondition.ts';
import { noteObjectsOf } from '../../resources/resource-type.ts';
import type { FileServices } from '../file-services.ts';
import { inUsageTurn } from '../usage.ts';
import { changeableStream } from './changeable-stream.ts';
import { findStream, streamType } from './read-streams.ts';
import { removeStreams } from './remove-streams.ts';

/** @throws ApiError not_found; authentication_required, forbidden, precondition_failed */
export async function deleteStream(services: FileServices, id: string, context: RequestContext): Promise<void> {
  const { objects, keeper } = services;
  const seen = await findStream(services, id, context);
  const keys = await objects.writer.inTurn(seen.object_id === null ? [] : [seen.object_id], () =>
    inUsageTurn(services, async (session) => {
      const row = await changeableStream(services, id, context, session);
      checkPrecondition(context.precondition, row.revision);
      const scope = writeScope(services, context, session);
      noteObjectsOf(streamType(services, context), [row], scope);
      return removeStreams(services, [row], scope);
    }),
  );
  await keeper.removeNow(keys);
}
