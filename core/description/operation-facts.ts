// The facts of an operation, stated in `x-colophon` (openapi/operation-facts.yaml); each has a closed default (D880).
import { readFileSync } from 'node:fs';
import { asNode, isNode, nodeAt, operationsIn, type Node, type OpenApiDocument } from './openapi-document.ts';

export interface OperationFacts {
  /** What decides who may use it. */
  access: 'rules' | 'administrators' | 'parts' | 'signIn' | 'beforeSignIn' | 'challenge' | 'monitoring' | 'everyone';
  cost: 'cheap' | 'write' | 'expensive' | 'probe';
  /** Of reads: of personal data of others; `others`: only by an administrator. */
  audit: boolean | 'others';
  freshFactor: 'always' | 'never' | readonly FactorCase[];
  atomic: boolean;
  /** Of content of any names, settings, or settings with JSON Schemas. */
  body: 'free' | 'settings' | 'schemas';
  attributes: 'described' | 'byType';
  changingMeta: readonly string[];
  /** Empty: none. */
  secretPathParameter: string;
  personal: boolean;
  sharedCache: boolean;
  secondaries: boolean;
  signed: boolean;
  withoutDatabase: boolean;
  idempotency: 'key' | 'repeatable' | 'none';
  writesObjects: boolean;
  /** Whose operation it is; that of a project is not stated, and its handler gets input as its description has it. */
  origin: 'service' | 'project';
}

/** When a write needs a recent confirmation of the second factor. */
export type FactorCase = 'roles' | 'administrator' | 'credentials';

export type FactKind = 'read' | 'write' | 'readOfExtension' | 'writeOfExtension' | 'endpoint';

/** JSON Schema of one kind of operations, or of endpoints. */
interface FactSchema {
  properties: Readonly<Record<string, { default?: unknown; enum?: readonly unknown[]; type?: string }>>;
}

/** The JSON Schemas of `x-colophon`, by kind. */
export const FACT_SCHEMAS: Readonly<Record<FactKind, FactSchema>> = JSON.parse(
  readFileSync(new URL('../../generated/operation-facts.json', import.meta.url), 'utf8'),
);

/** The closed value of each fact. */
export const defaultsOf = ({ properties }: FactSchema): object =>
  Object.fromEntries(Object.entries(properties).map(([name, fact]) => [name, fact.default]));

const OF_READS = defaultsOf(FACT_SCHEMAS.read);
const OF_WRITES = defaultsOf(FACT_SCHEMAS.write);

/** For each method the facts that only others have do not matter, but that a read needs no second factor. */
const DEFAULTS = {
  read: { ...OF_WRITES, ...OF_READS, freshFactor: 'never', idempotency: 'repeatable', origin: 'service' },
  write: { ...OF_READS, ...OF_WRITES, origin: 'service' },
} as const;

/** The facts of an operation with their defaults. @param stated valid for its method (check-facts.ts) */
export const factsOf = (method: string, stated: object = {}): OperationFacts =>
  // cast: defaults and stated facts together are complete: check-facts.ts validates both
  ({ ...DEFAULTS[method === 'get' ? 'read' : 'write'], ...stated }) as OperationFacts;

/** No token, or none at all, is among the ways of signing in. */
const isForAnonymous = ({ security = [] }: Node): boolean =>
  !Array.isArray(security) ||
  security.length === 0 ||
  security.some((schemes) => Object.keys(schemes ?? {}).length === 0);

/** Who is never asked for a permission, and who always is. */
const ANONYMOUS: Partial<Record<OperationFacts['access'], string>> = {
  everyone: 'always',
  signIn: 'always',
  beforeSignIn: 'always',
  challenge: 'always',
  administrators: 'never',
};

const IDEMPOTENT = { key: 'withKey', repeatable: 'always', none: 'never' } as const;

/** What clients can use of the facts of an operation (openapi/docs/sdks.md). */
function publicFacts(method: string, operation: Node): Node {
  const { access, cost, freshFactor, idempotency } = factsOf(method, nodeAt(operation, 'x-colophon'));
  return {
    anonymous: isForAnonymous(operation) ? (ANONYMOUS[access] ?? 'permitted') : 'never',
    cost,
    idempotent: IDEMPOTENT[idempotency],
    ...(method !== 'get' && { freshFactor: [freshFactor].flat().join(' or ') }),
  };
}

/** By the documents they were made of: each model has its description made of the same one. */
const published = new WeakMap<OpenApiDocument, OpenApiDocument>();

/** The document with the facts that clients can use, and without the others; the document itself is unchanged. */
export function withPublicFacts(document: OpenApiDocument): OpenApiDocument {
  const made = published.get(document) ?? publish(document);
  published.set(document, made);
  return made;
}

function publish(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(nodeAt(document, 'paths')).map(([path, item]) => {
    const copy = isNode(item) ? { ...item } : item;
    for (const [method, operation] of operationsIn(item))
      if (isNode(copy)) copy[method] = { ...operation, 'x-colophon': publicFacts(method, operation) };
    return [path, copy] as const;
  });
  const parameters = Object.entries(nodeAt(document, 'components', 'parameters')).map(([name, parameter]) => {
    const { 'x-colophon': _internal, ...shown } = asNode(parameter);
    return [name, shown] as const;
  });
  const components = { ...nodeAt(document, 'components'), parameters: Object.fromEntries(parameters) };
  return { ...document, paths: Object.fromEntries(paths), components };
}
