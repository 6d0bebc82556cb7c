// The part of a description for some tags, for clients of a few types.
import { isNode, METHODS, nodeAt } from '../../core/description/openapi-document.ts';
import type { Node, OpenApiDocument } from '../../core/description/openapi-document.ts';
import { dropTags, dropUnused } from './sdk-description.ts';
import { SdkError } from './sdk-error.ts';

export interface Operation {
  id: string;
  /** The tag of a type is its name, or similar (`sdk-schemas.ts`). */
  tag: string;
  /** As in the served description. */
  servedTag: string;
  method: string;
  path: string;
}

const tagOf = ({ tags }: Node): string => (Array.isArray(tags) ? String(tags[0]) : '');

export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(nodeAt(document, 'paths')).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = isNode(item) ? item[method] : undefined;
      if (!isNode(operation)) return [];
      const tag = tagOf(operation);
      const servedTag = String(operation['x-tag'] ?? tag);
      return [{ id: String(operation['operationId']), tag, servedTag, method, path }];
    }),
  );
}

/**
 * Keeps the operations with one of these tags, and their references.
 * @param document is changed
 * @param tags of the served description
 * @throws SdkError for an unknown tag
 */
export function pickTags(document: OpenApiDocument, tags: readonly string[]): void {
  const known = new Set(operationsOf(document).map(({ servedTag }) => servedTag));
  const unknown = tags.find((tag) => !known.has(tag));
  if (unknown !== undefined) throw new SdkError(`--only: "${unknown}" is not one of ${[...known].sort().join(', ')}`);
  const paths = nodeAt(document, 'paths');
  for (const { servedTag, path, method } of operationsOf(document))
    if (!tags.includes(servedTag)) delete nodeAt(paths, path)[method];
  for (const [path, item] of Object.entries(paths))
    if (isNode(item) && !METHODS.some((method) => method in item)) delete paths[path];
  dropUnused(document);
  dropTags(document);
}
