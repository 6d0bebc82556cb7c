// Copies of nodes of the template, for a type or a relation.
import { isNode, type Json, type Node } from './openapi-document.ts';

export interface CopyOptions {
  /** Parts that are not copied. */
  isKept?: (node: Json) => boolean;
  /** The examples of bodies are left out. */
  withoutBodyExamples?: boolean;
}

/** A copy of a node of the template with other references. Examples are generated, not copied. */
export function retargetRefs(node: Node, rename: ReadonlyMap<string, string>, options?: CopyOptions): Node;
export function retargetRefs(node: Json, rename: ReadonlyMap<string, string>, options?: CopyOptions): Json;
export function retargetRefs(node: Json, rename: ReadonlyMap<string, string>, options: CopyOptions = {}): Json {
  if (typeof node === 'object' && options.isKept?.(node)) return node;
  if (Array.isArray(node)) return node.map((item) => retargetRefs(item, rename, options));
  if (!isNode(node)) return node;
  const copy: Node = {};
  for (const [name, child] of Object.entries(node)) {
    if (name === 'examples') {
      if (!options.withoutBodyExamples || !('schema' in node)) copy[name] = child;
    } else if (name === '$ref' && typeof child === 'string') copy[name] = rename.get(child) ?? child;
    else copy[name] = retargetRefs(child, rename, options);
  }
  return copy;
}
