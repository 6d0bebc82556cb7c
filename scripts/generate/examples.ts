// Inlines the examples of openapi/examples/*.json. A bundler makes shared components of them; many readers of a description
// show an example only when its value is inline.
import { isNode, nodeAt, type Json, type Node, type OpenApiDocument } from '../../core/description/openapi-document.ts';

const prefix = '#/components/examples/';

/**
 * Changes `document`: no reference to a shared example is left, and no `components.examples`.
 * @throws Error for an unresolved reference
 */
export function inlineExamples(document: OpenApiDocument): void {
  const components = nodeAt(document, 'components');
  const shared = nodeAt(components, 'examples');
  visit(document, (examples) => {
    for (const [name, example] of Object.entries(examples)) {
      const reference = isNode(example) ? example['$ref'] : undefined;
      if (typeof reference === 'string' && reference.startsWith(prefix)) examples[name] = find(reference, shared);
    }
  });
  delete components['examples'];
}

function find(reference: string, shared: Node): Json {
  const name = reference.slice(prefix.length);
  const example = shared[name.replaceAll('~1', '/').replaceAll('~0', '~')];
  if (example === undefined) throw new Error(`no such example: ${reference}`);
  return structuredClone(example);
}

/** Calls `act` with each map of named examples. Examples themselves are data and are skipped. */
function visit(value: Json, act: (examples: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, act);
  } else if (isNode(value)) {
    for (const [name, child] of Object.entries(value)) {
      if (name === 'examples' && isNode(child)) act(child);
      else if (name !== 'example') visit(child, act);
    }
  }
}
