// Media objects made from their file (D562).
import { createFromUpload } from '../../core/files/media-uploads.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { parsePrivateUrl } from '../../core/files/streams/stream-resource.ts';
import { answerNew } from '../../core/representation/responses.ts';
import { objectView } from '../../core/representation/object-views.ts';
import type { Services } from '../services.ts';

export function mediaUploadHandlers({ files, objects }: Services) {
  return {
    uploadTypedObject: async ({ params, query, body, context }) => {
      const privateUrl = parsePrivateUrl(query.private_url);
      const { object_type_name: typeName, file_name: fileName } = params;
      const found = await createFromUpload(files, { typeName, fileName, upload: body, privateUrl }, context);
      return answerNew(objectView(objects, 'TypedObjects'), found, context);
    },
  } satisfies Partial<Handlers>;
}
