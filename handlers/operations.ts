// Several operations in one transaction.
import { linksOnlyDocument } from '../core/format/jsonapi/documents.ts';
import type { Handlers } from '../core/http/handler.ts';
import type { Services } from './services.ts';

export const operationHandlers = ({ changeAtomically }: Services) =>
  ({
    changeResources: async ({ body, context }) => {
      const results = await changeAtomically(body['atomic:operations'], context);
      if (results.every((result) => Object.keys(result).length === 0)) return { status: 204 };
      return { status: 200, body: { 'atomic:results': results, ...linksOnlyDocument(context.url) } };
    },
  }) satisfies Partial<Handlers>;
