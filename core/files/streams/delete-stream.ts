// Deleting a stream: files have no trash, so it is final (D562).
import type { RequestContext } from '../../context.ts';
import { checkPrecondition } from '../../resources/precondition.ts';
import { noteObjectsOf } from '../../resources/resource-type.ts';
import type { FileServices } from '../file-services.ts';
import { changeableStream } from './stream-owner.ts';
import { findStream, streamType } from './read-streams.ts';
import { removeStreams } from './remove-streams.ts';

/** @throws ApiError not_found; authentication_required, forbidden, precondition_failed */
export async function deleteStream(services: FileServices, id: string, context: RequestContext): Promise<void> {
  const { objects, fileStore } = services;
  await findStream(services, id, context);
  const keys = await objects.writer.writeRows({
    context,
    async write(scope) {
      const row = await changeableStream(services, id, context, scope.transaction);
      checkPrecondition(context.precondition, row.revision);
      noteObjectsOf(streamType(services, context), [row], scope);
      return removeStreams(services, [row], scope);
    },
  });
  await fileStore.purge(keys);
}
