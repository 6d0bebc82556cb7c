// Versions and memory use, for administrators.
import { systemInfo } from '../../core/admin/sysinfo.ts';
import { metaDocument } from '../../core/format/jsonapi/documents.ts';
import type { Handlers } from '../../core/http/handler.ts';
import type { Services } from '../services.ts';

export const sysinfoHandlers = (services: Services) =>
  ({
    getSystemInfo: async ({ context }) => {
      const info = await systemInfo(services, services.config.version);
      return { status: 200, body: metaDocument({ info }, context.url) };
    },
  }) satisfies Partial<Handlers>;
