// What generators must not be given: a description comes from whoever answers at the URL, and they make paths of files and
// code of its names, and follow its references.
import { isNode, METHODS, nodeAt, type Node, type OpenApiDocument } from '../../core/model/openapi-document.ts';
import { foreignRef } from '../foreign-refs.ts';
import { SdkError } from './sdk-error.ts';

const OPERATION_ID = /^[A-Za-z]\w*$/;
/** Text that can be shown; generators get no more of it than ASCII letters and digits (D349). */
const TAG = /^[^\p{C}]{1,100}$/u;

const MAX_SHOWN = 100;
/** JSON escapes what a terminal would obey. */
const quote = (value: unknown): string => JSON.stringify(value ?? null).slice(0, MAX_SHOWN);

/** @throws SdkError for a reference out of the document, an operationId or a tag that Colophon does not make */
export function assertTrusted(document: OpenApiDocument): void {
  const ref = foreignRef(document as Node);
  if (ref !== undefined) throw new SdkError(`the description refers to ${quote(ref)}, which is not in it`);
  for (const item of Object.values(nodeAt(document, 'paths'))) {
    for (const method of METHODS) {
      const operation = isNode(item) ? item[method] : undefined;
      if (!isNode(operation)) continue;
      const { operationId, tags } = operation;
      if (typeof operationId !== 'string' || !OPERATION_ID.test(operationId))
        throw new SdkError(
          `the description has the operationId ${quote(operationId)}, which does not match ${OPERATION_ID.source}`,
        );
      const names = Array.isArray(tags) ? tags : [];
      const tag = names.find((name) => typeof name !== 'string' || !TAG.test(name));
      if (names.length === 0 || tag !== undefined)
        throw new SdkError(`${operationId} has the tag ${quote(tag)}, which does not match ${TAG.source}`);
    }
  }
}
