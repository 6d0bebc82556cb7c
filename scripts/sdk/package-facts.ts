// What the registries of packages want to know of a client.
import { nodeAt, type OpenApiDocument } from '../../core/description/openapi-document.ts';

export interface PackageFacts {
  /** That of the described service. */
  version: string;
  description: string;
  license: string;
  /** The address of the service. */
  home: string;
}

const textAt = (document: OpenApiDocument, otherwise: string, ...place: string[]): string => {
  const value = nodeAt(document, ...place.slice(0, -1))[place.at(-1) ?? ''];
  return typeof value === 'string' ? value : otherwise;
};

export const packageFacts = (document: OpenApiDocument): PackageFacts => ({
  version: textAt(document, '0.0.0', 'info', 'version'),
  description: 'A client for this project, made of its description',
  license: textAt(document, 'UNLICENSED', 'info', 'license', 'name'),
  home: textAt(document, '', 'externalDocs', 'url').replace(/\/docs\/errors$/, ''),
});
