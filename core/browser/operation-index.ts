// The description of a path: its operations, their bodies, their filters (D321, D323).
import { resolveSchema } from './schemas.ts';
import type { FormField } from './fields/form-field.ts';
import type { JsonValue } from './json-api-document.ts';
import { queryParameters } from './pages/filter-form.ts';
import { formFields, linkFormFields, metaFields } from './fields/form-fields.ts';
import { matchedOnly, type Operation, type OperationObject } from '../http/routing/operation.ts';
import { JSON_API } from '../http/request/media-types.ts';
import { createRoutingTable, METHODS, type RoutingTable } from '../http/routing/routing-table.ts';
import { isList, itemsIn, isRecord, memberOf } from '../values.ts';

/** Body of an operation that takes one resource. */
export interface ResourceForm {
  fields: FormField[];
  /** Possible types of the resource; empty where the description names none. */
  types: readonly string[];
  summary: string;
}

/** Body of an operation on a relationship. */
export interface LinkForm {
  methods: readonly { method: string; summary: string }[];
  /** One resource or none. */
  isToOne: boolean;
  /** Members of each link. */
  fields: FormField[];
  /** Possible types of what is linked; empty where the description names none. */
  types: readonly string[];
}

export type OperationIndex = ReturnType<typeof indexOperations>;

/** Attributes by which lists of several types are filtered and sorted. */
const OF_ALL: ReadonlySet<string> = new Set('status uname title description lang publish_start publish_end'.split(' '));

const tables = new WeakMap<object, RoutingTable>();

/** One for each state of the model, whose descriptions share their paths. */
function tableOf(document: JsonValue): RoutingTable {
  const paths = isRecord(document['paths']) ? document['paths'] : {};
  const known = tables.get(paths);
  if (known) return known;
  const operations: Operation[] = [];
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS) {
      const definition = memberOf(item, method);
      // cast: the description was checked when it was made
      if (definition) operations.push(matchedOnly(method, path, definition as OperationObject));
    }
  }
  const table = createRoutingTable(operations);
  tables.set(paths, table);
  return table;
}

const segmentsOf = (path: string): string[] =>
  path
    .slice(1)
    .split('/')
    .map((segment) => {
      try {
        return decodeURIComponent(segment);
      } catch {
        return segment;
      }
    });

const typesOf = (schema: JsonValue): string[] => (Array.isArray(schema['enum']) ? schema['enum'].map(String) : []);

/** Reads the schemas of bodies in a description. */
function schemaReader(document: JsonValue) {
  const follow = (schema: unknown): JsonValue => resolveSchema(schema, document);
  const member = (schema: JsonValue, name: string): JsonValue | undefined =>
    isRecord(schema['properties']) && name in schema['properties'] ? follow(schema['properties'][name]) : undefined;

  function dataSchema(operation: Operation | undefined): JsonValue | undefined {
    const content = operation?.definition.requestBody?.content[JSON_API];
    return isRecord(content) ? member(follow(content['schema']), 'data') : undefined;
  }

  const either = (schema: JsonValue): JsonValue[] => (isList(schema['oneOf']) ? schema['oneOf'].map(follow) : [schema]);

  /** Of linked resources, of one or of several. */
  function linkedSchemas(operation: Operation | undefined): JsonValue[] {
    const lists = either(dataSchema(operation) ?? {});
    return lists.flatMap((each) => either(each['type'] === 'array' ? follow(each['items']) : each));
  }

  /** `meta.relation` of linked resources. */
  function relationSchema(items: readonly JsonValue[]): JsonValue {
    const metas = items.map((item) => member(item, 'meta') ?? {});
    return metas.map((meta) => member(meta, 'relation')).find((found) => found !== undefined) ?? {};
  }

  /** Of the resources in responses, of one type or of several. */
  function respondedSchemas(operation: Operation | undefined): JsonValue[] {
    const responses = operation?.definition?.responses ?? {};
    const content = follow(responses['200'])['content'];
    const answered = isRecord(content) && isRecord(content[JSON_API]) ? follow(content[JSON_API]['schema']) : {};
    const data = member(answered, 'data') ?? {};
    return either(data['type'] === 'array' ? follow(data['items']) : data);
  }

  return { follow, member, dataSchema, linkedSchemas, relationSchema, respondedSchemas };
}

/** Some response of success is a document. */
function hasDocuments({ path, definition }: Operation, follow: (schema: unknown) => JsonValue): boolean {
  // A link to the description shows or downloads it.
  if (path.startsWith('/openapi.')) return false;
  const types = Object.entries(definition.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.keys(follow(response)['content'] ?? {}));
  return types.length === 0 || types.some((type) => /[/+]json$/.test(type));
}

const summaryOf = (operation: Operation | undefined): string => operation?.definition.summary ?? '';

/** @param document published description, with a path for every type */
export function indexOperations(document: JsonValue) {
  const table = tableOf(document);
  const { follow, member, dataSchema, linkedSchemas, relationSchema, respondedSchemas } = schemaReader(document);

  function find(method: string, path: string): Operation | undefined {
    const match = table.match(method, segmentsOf(path), () => false);
    return match.kind === 'operation' ? match.operation : undefined;
  }

  /** The upload path for objects of a list, up to the name of the file; undefined for objects without files. */
  function uploadPath(path: string): string | undefined {
    const found = find('post', `${path}/upload/x`)?.path ?? '';
    return /^\/[^/]+\/upload\/\{file_name\}$/.test(found) ? `${path}/upload` : undefined;
  }

  return {
    has: (method: string, path: string): boolean => find(method, path) !== undefined,
    summary: (method: string, path: string): string => summaryOf(find(method, path)),
    /** It takes `If-Match`. */
    takesCondition(method: string, path: string): boolean {
      const { parameters } = find(method, path)?.definition ?? {};
      return Array.isArray(parameters) && parameters.some((each) => follow(each)['name'] === 'If-Match');
    },
    /** A GET there returns a document, or there is none; files and other formats are sent to a browser unchanged (D321). */
    responsesDocument(path: string): boolean {
      const operation = find('get', path);
      return operation === undefined || hasDocuments(operation, follow);
    },
    /** The last part of the path is the id or name of one resource. */
    namesResource: (path: string): boolean => /\}$/.test(find('get', path)?.path ?? ''),
    parameters(path: string): ReturnType<typeof queryParameters> {
      const operation = find('get', path);
      if (!operation) return [];
      const shared = memberOf(memberOf(document['paths'], operation.path), 'parameters');
      return queryParameters([shared, operation.definition.parameters].flatMap(itemsIn), document);
    },
    /** Attributes of the resources in responses; for several types, those of every object. */
    attributes(path: string): FormField[] {
      const several = respondedSchemas(find('get', path));
      const [first = [], ...others] = several.map((each) => formFields(member(each, 'attributes') ?? {}, document));
      return others.length > 0 ? first.filter(({ name }) => OF_ALL.has(name)) : first;
    },
    /** undefined for bodies without a resource. */
    resourceForm(method: string, path: string): ResourceForm | undefined {
      const operation = find(method, path);
      const data = dataSchema(operation);
      if (!operation || !data || /\/relationships\//.test(operation.path)) return undefined;
      const type = member(data, 'type');
      if (!type) return undefined;
      const attributes = member(data, 'attributes') ?? {};
      const [entered, types] = [formFields(attributes, document), typesOf(type)];
      // No field to enter: such a body is accepted in the legacy envelope only.
      if (method === 'post' && entered.length === 0 && types.length === 0) return undefined;
      const fields = [...entered, ...metaFields(member(data, 'meta') ?? {}, document)];
      return { fields, types, summary: summaryOf(operation) };
    },
    uploadPath,
    /** Of a POST with flat JSON. */
    flatFields(path: string): FormField[] {
      const content = find('post', path)?.definition.requestBody?.content['application/json'];
      return isRecord(content) ? formFields(follow(content['schema']), document) : [];
    },
    /** The path is that of an object which may have a file. */
    hasFile(path: string): boolean {
      const list = /^(\/[^/]+)\/[^/]+$/.exec(path)?.[1];
      return list !== undefined && uploadPath(list) !== undefined && find('get', path) !== undefined;
    },
    linkForm(path: string): LinkForm | undefined {
      const found = ['post', 'patch', 'delete'].flatMap((method) => find(method, path) ?? []);
      if (found.length === 0 || !/\/relationships\//.test(found[0]?.path ?? '')) return undefined;
      const linked = linkedSchemas(found[0]);
      return {
        types: [...new Set(linked.flatMap((each) => typesOf(member(each, 'type') ?? {})))],
        methods: found.map((operation) => ({ method: operation.method, summary: summaryOf(operation) })),
        isToOne: !found.some(({ method }) => method === 'post'),
        fields: linkFormFields(relationSchema(linked), document),
      };
    },
  };
}
