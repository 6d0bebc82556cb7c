// Versions of the files of media objects (service.md 4.6).
import type { BinaryUpload } from '../core/binary-body.ts';
import { parsePrivateUrl } from '../core/files/private-url.ts';
import { showStream } from '../core/files/streams/show-stream.ts';
import { createVersion, replaceVersion, type VersionUpload } from '../core/files/streams/write-versions.ts';
import type { Handlers } from '../core/http/handler.ts';
import type { Services } from './services.ts';

type Operations = 'createStreamVersion' | 'replaceStreamVersion';
interface Input {
  params: { object_id: string; file_name: string };
  query: { private_url?: string };
  body: BinaryUpload;
}

const uploadOf = ({ params, query: { private_url: given }, body }: Input): VersionUpload => ({
  objectId: params.object_id,
  fileName: params.file_name,
  upload: body,
  privateUrl: parsePrivateUrl(given),
});

export function streamVersionHandlers({ files }: Services): Pick<Handlers, Operations> {
  return {
    createStreamVersion: async ({ context, ...input }) => {
      const row = await createVersion(files, uploadOf(input), context);
      const Location = `${context.url.base}/streams/${row._id}`;
      const answer = showStream(files, row, context, { versioned: true });
      return { status: 201, headers: { Location }, ...answer };
    },
    replaceStreamVersion: async ({ context, ...input }) => {
      const row = await replaceVersion(files, uploadOf(input), context);
      return { status: 200, ...showStream(files, row, context, { versioned: true }) };
    },
  };
}
