// The parts of an OpenAPI 3.0 description that a comparison reads.

export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  nullable?: boolean;
  enum?: unknown[];
  pattern?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  discriminator?: { propertyName: string };
  [limit: string]: unknown;
}

type Content = Record<string, { schema?: Schema }>;
type Reference = { $ref?: string };

export interface Parameter extends Reference {
  name: string;
  in: string;
  required?: boolean;
  style?: string;
  explode?: boolean;
  schema?: Schema;
}

export interface Header extends Reference {
  required?: boolean;
  schema?: Schema;
}

export interface Response extends Reference {
  headers?: Record<string, Header>;
  content?: Content;
}

export interface RequestBody extends Reference {
  required?: boolean;
  content: Content;
}

export interface Operation {
  operationId: string;
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, Response>;
}

/** Operations by method, and the parameters that all of them have. */
export interface PathItem {
  parameters?: Parameter[];
  [method: string]: Operation | Parameter[] | undefined;
}

export interface Description {
  openapi: string;
  info: { version: string };
  security?: Record<string, unknown>[];
  paths: Record<string, PathItem>;
  components: Record<string, Record<string, unknown>>;
}

/** The target of a `$ref` in a description; other nodes are returned unchanged. */
export function resolved<Node extends Reference>(description: Description, node: Node): Node {
  if (node.$ref === undefined) return node;
  const [kind = '', name = ''] = node.$ref.replace('#/components/', '').split('/');
  const target = description.components[kind]?.[name];
  if (target === undefined) throw new Error(`${node.$ref} leads nowhere`);
  return resolved(description, target as Node);
}

const TEXTS = new Set(['description', 'summary', 'example', 'examples', 'externalDocs', 'title']);

/** The description without its texts and examples, which cannot break clients; this is what a release stores. */
export function withoutTexts(description: Description): Description {
  // Under these, keys are free names, which may be `description` and `title`.
  const copy = (node: unknown, isNames: boolean): unknown => {
    if (Array.isArray(node)) return node.map((one) => copy(one, false));
    if (typeof node !== 'object' || node === null) return node;
    const kept = Object.entries(node).filter(([key]) => isNames || (!TEXTS.has(key) && !key.startsWith('x-')));
    const isMap = (key: string) => !isNames && ['properties', 'paths', 'headers', 'responses'].includes(key);
    return Object.fromEntries(kept.map(([key, value]) => [key, copy(value, isMap(key))]));
  };
  const { openapi, info, security, paths, components } = description;
  const named = Object.entries(components).map(([kind, entries]) => [kind, copy(entries, true)]);
  return {
    openapi,
    info: { version: info.version },
    ...(security && { security }),
    paths: copy(paths, true) as Description['paths'],
    components: Object.fromEntries(named) as Description['components'],
  };
}
