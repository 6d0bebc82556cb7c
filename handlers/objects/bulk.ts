// Several objects in one request (D55).
import { linksOnlyDocument } from '../../core/format/jsonapi/documents.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { editObjects } from '../../core/objects/bulk/edit-objects.ts';
import type { Services } from '../services.ts';

export function bulkHandlers({ objects }: Services) {
  return {
    editObjects: async ({ body, context }) => {
      const data = await editObjects(objects, body.data, context);
      return { status: 200, body: { data, ...linksOnlyDocument(context.url) } };
    },
  } satisfies Partial<Handlers>;
}
