// The example in READMEs and hints of a client: a type that the client has.
import { toPascal } from '../../core/description/expand-names.ts';
import { isNode, nodeAt } from '../../core/description/openapi-document.ts';
import type { OpenApiDocument } from '../../core/description/openapi-document.ts';

/** The name of a type whose objects are listed by title: `documents`, or the first one. @returns undefined without one */
export function exampleType(document: OpenApiDocument): string | undefined {
  const types = Object.entries(nodeAt(document, 'paths')).flatMap(([path]) => {
    const { operationId, tags, parameters } = nodeAt(document, 'paths', path, 'get');
    const type = path.slice(1);
    const isOfTag = Array.isArray(tags) && tags[0] === type && operationId === `list${toPascal(type)}`;
    const names = (Array.isArray(parameters) ? parameters : []).map((one) => {
      const ref = isNode(one) ? one['$ref'] : undefined;
      return typeof ref === 'string' ? nodeAt(document, ...ref.slice(2).split('/'))['name'] : undefined;
    });
    return isOfTag && names.includes('filter[title]') ? [type] : [];
  });
  return types.includes('documents') ? 'documents' : types[0];
}

/** A text about `documents` with another type; lines about it are left out without one. */
export function aboutType(text: string, type: string | undefined): string {
  if (type !== undefined) return text.replaceAll('Documents', toPascal(type)).replaceAll('documents', type);
  const lines = text.replaceAll(/\bDocuments\w*, |, Documents\w*\b/g, '').split('\n');
  return lines.filter((line) => !line.includes('ocuments')).join('\n');
}
