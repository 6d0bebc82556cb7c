// The description of a path: its operations, their bodies, their filters (D321, D323).
import { resolveSchema } from './schemas.ts';
import type { FormField } from './forms/form-field.ts';
import { isJson, type JsonValue } from './json-api-document.ts';
import { queryParameters } from './pages/filter-form.ts';
import { formFields, linkFormFields, metaFields } from './forms/form-fields.ts';
import { matchedOnly, type Operation, type OperationObject } from '../http/operation.ts';
import { JSON_API } from '../http/media-types.ts';
import { createRoutingTable, METHODS, type RoutingTable } from '../http/routing-table.ts';
import { isList, itemsIn } from '../values.ts';

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
}

export interface OperationIndex {
  has(method: string, path: string): boolean;
  summary(method: string, path: string): string;
  /** It takes `If-Match`. */
  takesCondition(method: string, path: string): boolean;
  /**
   * A GET there returns a document, or there is none; files and other formats are sent to a browser unchanged (D321).
   */
  answersDocument(path: string): boolean;
  /** The last part of the path is the id or name of one resource. */
  namesResource(path: string): boolean;
  parameters(path: string): ReturnType<typeof queryParameters>;
  /** Attributes of the resources in responses; for several types, those of every object. */
  attributes(path: string): readonly FormField[];
  /** undefined for bodies without a resource. */
  resourceForm(method: string, path: string): ResourceForm | undefined;
  linkForm(path: string): LinkForm | undefined;
  /** Of a POST with flat JSON. */
  flatFields(path: string): FormField[];
  /** The upload path for objects of a list, up to the name of the file; undefined for objects without files. */
  uploadPath(path: string): string | undefined;
  /** The path is that of an object which may have a file. */
  hasFile(path: string): boolean;
}

/** Attributes by which lists of several types are filtered and sorted. */
const OF_ALL: ReadonlySet<string> = new Set('status uname title description lang publish_start publish_end'.split(' '));

const tables = new WeakMap<object, RoutingTable>();

/** One for each state of the model, whose descriptions share their paths. */
function tableOf(document: JsonValue): RoutingTable {
  const paths = document['paths'] as Record<string, Record<string, unknown>>;
  const known = tables.get(paths);
  if (known) return known;
  const operations: Operation[] = [];
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS) {
      const definition = item[method] as OperationObject | undefined;
      if (definition) operations.push(matchedOnly(method, path, definition));
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

/** @param document published description, with a path for every type */
export function indexOperations(document: JsonValue): OperationIndex {
  const table = tableOf(document);
  const follow = (schema: unknown): JsonValue => resolveSchema(schema, document);
  const member = (schema: JsonValue, name: string): JsonValue | undefined =>
    isJson(schema['properties']) && name in schema['properties'] ? follow(schema['properties'][name]) : undefined;

  function find(method: string, path: string): Operation | undefined {
    const match = table.match(method, segmentsOf(path), () => false);
    return match.kind === 'operation' ? match.operation : undefined;
  }
  const summaryOf = ({ definition }: Operation): string => String((definition as { summary?: unknown }).summary ?? '');

  function dataSchema(operation: Operation | undefined): JsonValue | undefined {
    const content = operation?.definition.requestBody?.content[JSON_API];
    return isJson(content) ? member(follow(content['schema']), 'data') : undefined;
  }

  /** Of `meta.relation` of linked resources, of one or of several. */
  function relationSchema(operation: Operation | undefined): JsonValue {
    const data = dataSchema(operation) ?? {};
    const several = isList(data['oneOf']) ? data['oneOf'].map(follow) : [data];
    const items = several.map((each) => (each['type'] === 'array' ? follow(each['items']) : each));
    const metas = items.map((item) => member(item, 'meta') ?? {});
    return metas.map((meta) => member(meta, 'relation')).find((found) => found !== undefined) ?? {};
  }

  function attributes(path: string): FormField[] {
    const operation = find('get', path);
    const responses = operation?.definition?.responses ?? {};
    const content = follow(responses['200'])['content'];
    const answered = isJson(content) && isJson(content[JSON_API]) ? follow(content[JSON_API]['schema']) : {};
    const data = member(answered, 'data') ?? {};
    const item = data['type'] === 'array' ? follow(data['items']) : data;
    const several = isList(item['oneOf']) ? item['oneOf'].map(follow) : [item];
    const [first = [], ...others] = several.map((each) => formFields(member(each, 'attributes') ?? {}, document));
    return others.length > 0 ? first.filter(({ name }) => OF_ALL.has(name)) : first;
  }

  function uploadPath(path: string): string | undefined {
    const found = find('post', `${path}/upload/x`)?.path ?? '';
    return /^\/[^/]+\/upload\/\{file_name\}$/.test(found) ? `${path}/upload` : undefined;
  }

  return {
    has: (method, path) => find(method, path) !== undefined,
    summary: (method, path) => {
      const operation = find(method, path);
      return operation ? summaryOf(operation) : '';
    },
    takesCondition(method, path) {
      const { parameters } = (find(method, path)?.definition ?? {}) as { parameters?: unknown };
      return Array.isArray(parameters) && parameters.some((each) => follow(each)['name'] === 'If-Match');
    },
    answersDocument(path) {
      const operation = find('get', path);
      if (!operation) return true;
      // A link to the description shows or downloads it.
      if (operation.path.startsWith('/openapi.')) return false;
      const types = Object.entries(operation.definition.responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([, response]) => Object.keys(follow(response)['content'] ?? {}));
      return types.length === 0 || types.some((type) => /[/+]json$/.test(type));
    },
    namesResource: (path) => /\}$/.test(find('get', path)?.path ?? ''),
    parameters(path) {
      const operation = find('get', path);
      if (!operation) return [];
      const item = (document['paths'] as Record<string, JsonValue>)[operation.path] ?? {};
      const lists = [item['parameters'], (operation.definition as { parameters?: unknown }).parameters];
      return queryParameters(lists.flatMap(itemsIn), document);
    },
    attributes,
    resourceForm(method, path) {
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
    flatFields(path) {
      const content = find('post', path)?.definition.requestBody?.content['application/json'];
      return isJson(content) ? formFields(follow(content['schema']), document) : [];
    },
    hasFile(path) {
      const list = /^(\/[^/]+)\/[^/]+$/.exec(path)?.[1];
      return list !== undefined && uploadPath(list) !== undefined && find('get', path) !== undefined;
    },
    linkForm(path) {
      const found = ['post', 'patch', 'delete'].flatMap((method) => find(method, path) ?? []);
      if (found.length === 0 || !/\/relationships\//.test(found[0]?.path ?? '')) return undefined;
      return {
        methods: found.map((operation) => ({ method: operation.method, summary: summaryOf(operation) })),
        isToOne: !found.some(({ method }) => method === 'post'),
        fields: linkFormFields(relationSchema(found[0]), document),
      };
    },
  };
}
