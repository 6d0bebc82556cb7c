// Uploads of the legacy side (service.md 4.5, D568).
import { envelope } from '../../core/format/legacy/envelope.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { uploadLegacyFile } from '../../core/legacy/write-legacy-object.ts';
import type { Services } from '../services.ts';

export const legacyFileHandlers = ({ legacy }: Services) =>
  ({
    uploadLegacyFile: async ({ params, body, context }) => {
      const { object_type: typeName, file_name: fileName } = params;
      const upload_token = await uploadLegacyFile(legacy, { typeName, fileName, upload: body }, context);
      const headers = { 'Cache-Control': 'no-store' } as const;
      return { status: 200, headers, body: envelope('files', 'post', { upload_token }, context.url) };
    },
  }) satisfies Partial<Handlers>;
