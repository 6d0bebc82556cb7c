// The operations of a description, for names in clients.
import { isNode, METHODS, nodeAt, textsAt, type OpenApiDocument } from '../../core/description/openapi-document.ts';

export interface Operation {
  id: string;
  tag: string;
  method: string;
  path: string;
}

export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(nodeAt(document, 'paths')).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = isNode(item) ? item[method] : undefined;
      if (!isNode(operation)) return [];
      return [{ id: String(operation['operationId']), tag: textsAt(operation, 'tags')[0] ?? '', method, path }];
    }),
  );
}
