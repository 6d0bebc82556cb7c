// References of a downloaded description to other documents. Programs that read a description would follow them: to files of
// this machine, and to hosts that only it can reach.
import { isNode, type Json } from '../core/description/openapi-document.ts';

const isForeign = (value: Json | undefined): value is string => typeof value === 'string' && !value.startsWith('#/');

/**
 * The first reference that leads out of the document: a `$ref` anywhere, examples included, since some readers follow it there;
 * an `operationRef`; a schema of a discriminator's `mapping`.
 */
export function foreignRef(value: Json): string | undefined {
  const left: Json[] = [value];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (Array.isArray(node)) for (const item of node) left.push(item);
    else if (isNode(node)) {
      const { $ref, operationRef, discriminator } = node;
      const mapping = isNode(discriminator) ? discriminator['mapping'] : undefined;
      const found = [$ref, operationRef, ...Object.values(isNode(mapping) ? mapping : {})].find(isForeign);
      if (found !== undefined) return found;
      for (const child of Object.values(node)) left.push(child);
    }
  }
  return undefined;
}
