// Versions of the files of media objects (service.md 4.6).
import { parsePrivateUrl } from '../../core/files/streams/stream-resource.ts';
import { createVersion, replaceVersion, type VersionUpload } from '../../core/files/streams/write-versions.ts';
import { aboutNew } from '../../core/format/jsonapi/documents.ts';
import type { HandlerInput, Handlers } from '../../core/http/handler.ts';
import { answerChanged, answerNew } from '../../core/representation/responses.ts';
import { streamView } from '../../core/representation/owned-views.ts';
import type { Services } from '../services.ts';

type Input = Omit<HandlerInput<'createStreamVersion'>, 'context'>;

const uploadOf = ({ params, query: { private_url: given }, body }: Input): VersionUpload => ({
  objectId: params.object_id,
  fileName: params.file_name,
  upload: body,
  privateUrl: parsePrivateUrl(given),
});

export function streamVersionHandlers({ objects, files }: Services) {
  const view = streamView(objects, { versioned: true });
  return {
    createStreamVersion: async ({ context, ...input }) =>
      answerNew(view, await createVersion(files, uploadOf(input), context), context),
    replaceStreamVersion: async ({ context, ...input }) => {
      const row = await replaceVersion(files, uploadOf(input), context);
      // The document describes the stream, which is at another path.
      return answerChanged(view, row, { ...context, url: aboutNew(`/streams/${row._id}`, context.url) });
    },
  } satisfies Partial<Handlers>;
}
