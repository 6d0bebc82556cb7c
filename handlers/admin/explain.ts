// Why a request of a user is permitted or refused (D685).
import { metaDocument } from '../../core/format/jsonapi/documents.ts';
import { explainAccess } from '../../core/http/explain/explain-access.ts';
import type { Handlers } from '../../core/http/handler.ts';
import type { Services } from '../services.ts';

export const explainHandlers = (services: Services) =>
  ({
    getExplanation: async ({ query, context }) => {
      const explanation = await explainAccess(services, query, context);
      return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: metaDocument(explanation, context.url) };
    },
  }) satisfies Partial<Handlers>;
