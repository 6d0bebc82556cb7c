// Contents of files (service.md 4.6).
import { downloadStream } from '../../core/files/streams/download-stream.ts';
import type { Handlers } from '../../core/http/handler.ts';
import type { Services } from '../services.ts';

export const downloadHandlers = ({ files }: Services) =>
  ({
    downloadStream: async ({ params, query: { redirect, ...signed }, context }) => ({
      status: 200,
      body: await downloadStream(files, { id: params.stream_id, signed, redirect: redirect === 'true' }, context),
    }),
  }) satisfies Partial<Handlers>;
