// The facts of endpoints: first segments of paths, which permissions are for (openapi/endpoints.yaml, D881).
import { readFileSync } from 'node:fs';

/** openapi/operation-facts.yaml describes them. */
export interface EndpointFacts {
  generalRules: 'none' | 'read' | 'all';
  hasOwners: boolean;
  administrators: 'rules' | 'always';
  indispensable: boolean;
  writesContent: boolean;
}

/** Where paths hold a credential: the segments in front of it, and names that other paths have in its place. */
interface SecretPath {
  before: readonly string[];
  besides: readonly string[];
}

const { closed, types, named, secretPaths } = JSON.parse(
  readFileSync(new URL('../generated/endpoints.json', import.meta.url), 'utf8'),
) as {
  closed: EndpointFacts;
  types: EndpointFacts;
  named: Readonly<Record<string, EndpointFacts>>;
  secretPaths: readonly SecretPath[];
};

/** Endpoints that are no object types, and types with paths of their own: they exist, or are kept free. */
export const ENDPOINTS: ReadonlyMap<string, EndpointFacts> = new Map(Object.entries(named));

/** Of the operations of a project's own code. */
export const ENDPOINT_OF_PROJECT = closed;

/** Of the service: an endpoint without facts of its own is that of an object type. */
export const endpointFacts = (name: string): EndpointFacts => ENDPOINTS.get(name) ?? types;

/** By the fact `secretPathParameter` of operations. */
export const SECRET_PATHS = secretPaths;
