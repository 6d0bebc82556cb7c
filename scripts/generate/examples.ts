// Inlines the examples of openapi/examples/*.json. A bundler makes shared components of them; many readers of a description
// show an example only when its value is inline.
import type { Json, OpenApiDocument } from './document.ts';

type Node = { [name: string]: Json };

const prefix = '#/components/examples/';

/**
 * Changes `document`: no reference to a shared example is left, and no `components.examples`.
 * @throws Error for an unresolved reference
 */
export function inlineExamples(document: OpenApiDocument): void {
  const components = isNode(document['components']) ? document['components'] : {};
  const shared = isNode(components['examples']) ? components['examples'] : {};
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

const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
