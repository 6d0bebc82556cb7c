// Checks of a downloaded description, which is untrusted: generators make file names and code from its names, and follow its
// references.
import { isNode, METHODS, nodeAt, schemaNameOf } from '../../../core/description/openapi-document.ts';
import type { Json, Node, OpenApiDocument } from '../../../core/description/openapi-document.ts';
import { foreignRef } from '../../foreign-refs.ts';
import { SdkError } from '../sdk-error.ts';

const OPERATION_ID = /^[A-Za-z]\w*$/;
/** Printable text; generators get only its ASCII letters and digits (D349). */
const TAG = /^[^\p{C}]{1,100}$/u;
const PATH = /^(?:\/(?:[\w.~-]|\{[\w-]+\})+)+$/;
/** Of a component, as OpenAPI has it. */
const COMPONENT = /^[\w.-]+$/;
/** Of a property, a parameter or a type in a union: characters that cannot end a string or a comment in any language. */
const NAME = /^\$?[^\p{C}'"`\\$*<>{};]{1,200}$/u;
const PLACES: readonly unknown[] = ['query', 'path', 'header', 'cookie'];

const MAX_SHOWN = 100;
/** JSON escapes control sequences of terminals. */
const quote = (value: unknown): string => JSON.stringify(value ?? null).slice(0, MAX_SHOWN);

function assertFits(what: string, names: readonly unknown[], pattern: RegExp): void {
  const name = names.find((each) => typeof each !== 'string' || !pattern.test(each));
  if (name !== undefined)
    throw new SdkError(`the description has the ${what} ${quote(name)}, which does not match ${pattern.source}`);
}

function assertUnion(discriminator: Node, document: OpenApiDocument): void {
  const mapping = nodeAt(discriminator, 'mapping');
  assertFits('property', [discriminator['propertyName'] ?? ''], NAME);
  assertFits('type', Object.keys(mapping), NAME);
  const schemas = nodeAt(document, 'components', 'schemas');
  const other = Object.values(mapping).find((ref) => !Object.hasOwn(schemas, schemaNameOf({ $ref: ref }) ?? ''));
  if (other !== undefined)
    throw new SdkError(`the description maps a type to ${quote(other)}, which is no schema of it`);
}

/** Members for readers and tools, which some generators write as code: the service has none of them. */
const isForTools = (name: string): boolean => name === 'example' || name === 'examples' || name.startsWith('x-');

/** Names that become code. */
function assertNames(value: Json, document: OpenApiDocument, isMap = false): void {
  if (Array.isArray(value)) return value.forEach((item) => assertNames(item, document));
  if (!isNode(value)) return;
  const { name: parameter, in: place, properties, discriminator } = value;
  if (PLACES.includes(place)) assertFits('parameter', [parameter], NAME);
  if (isNode(properties)) assertFits('property', Object.keys(properties), NAME);
  if (!isMap && isNode(discriminator)) assertUnion(discriminator, document);
  for (const [name, child] of Object.entries(value)) {
    if (!isMap && isForTools(name)) throw new SdkError(`the description has the member ${quote(name)}`);
    assertNames(child, document, !isMap && (name === 'properties' || name === 'schemas'));
  }
}

function assertOperation(operation: Node): void {
  const { operationId, tags } = operation;
  assertFits('operationId', [operationId ?? null], OPERATION_ID);
  const names = Array.isArray(tags) ? tags : [];
  const tag = names.find((name) => typeof name !== 'string' || !TAG.test(name));
  if (names.length === 0 || tag !== undefined)
    throw new SdkError(`${String(operationId)} has the tag ${quote(tag)}, which does not match ${TAG.source}`);
}

/**
 * @throws SdkError for a reference out of the document, and for an operationId, a tag, a path or a name that Colophon does not
 * make or that could become code
 */
export function assertTrusted(document: OpenApiDocument): void {
  const ref = foreignRef(document as Node);
  if (ref !== undefined) throw new SdkError(`the description refers to ${quote(ref)}, which is not in it`);
  const paths = nodeAt(document, 'paths');
  assertFits('path', Object.keys(paths), PATH);
  for (const item of Object.values(paths)) {
    for (const method of METHODS) {
      const operation = isNode(item) ? item[method] : undefined;
      if (isNode(operation)) assertOperation(operation);
    }
  }
  for (const components of Object.values(nodeAt(document, 'components')))
    assertFits('component', isNode(components) ? Object.keys(components) : [], COMPONENT);
  assertNames(document, document);
}
