// The model as a whole: schemas of types, and the project (D552).
import type { Handlers, Schema } from '../../core/http/handler.ts';
import { projectDocument, schemaDocument } from '../../core/modeling/model-documents.ts';
import type { Services } from '../services.ts';

export function modelHandlers({ store, modelService }: Services) {
  return {
    getSchema: ({ params, context }) => {
      const { body, revision } = schemaDocument(modelService.current(), params.type_name, context.url.base);
      return { status: 200, etag: { revision }, body: body as Schema<'SchemaResponse'> };
    },
    getProject: async ({ context }) => ({
      status: 200,
      body: (await projectDocument(store, modelService.current(), context)) as Schema<'ProjectResponse'>,
    }),
  } satisfies Partial<Handlers>;
}
