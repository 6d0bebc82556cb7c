// `x-codeSamples` of each operation in `/openapi.json?side=all`, as documentation portals show them.
import { shellWord } from '../shell-word.ts';
import { isRecord, itemsIn } from '../values.ts';
import { followRef } from './sides/side-operations.ts';
import {
  asNode,
  isNode,
  lazyMembers,
  madeWhole,
  METHODS,
  nodeAt,
  type Json,
  type LazyDocument,
  type Node,
} from './openapi-document.ts';

const JSON_API = 'application/vnd.api+json';

/** Methods of colophon/client. */
const CALLS: readonly string[] = ['get', 'post', 'patch', 'put', 'delete'];

interface Sampled {
  base: string;
  path: string;
  method: string;
  /** Names of the parameters in the path, and of those in the query that are required. */
  names: readonly string[];
  query: readonly string[];
  body: ReturnType<typeof bodyOf>;
  isSecured: boolean;
  /** Media type of the response, where it is not the default one. */
  accept: string | undefined;
}

/** A part of the description, or what it refers to. */
type Resolve = (part: unknown) => Node;

const preferred = (content: Node): string | undefined => (JSON_API in content ? JSON_API : Object.keys(content)[0]);

/** @returns no example where the description has none, as for files and links of a relation */
function bodyOf(operation: Node, resolve: Resolve): { type: string; example: Json | undefined } | undefined {
  const content = nodeAt(resolve(operation['requestBody']), 'content');
  const type = preferred(content);
  if (type === undefined) return undefined;
  const { example, examples } = nodeAt(content, type);
  const [first] = Object.values(asNode(examples));
  return { type, example: example ?? resolve(first)['value'] };
}

const isJson = (type: string): boolean => /[/+]json/.test(type);

function bodyLines({ type, example }: NonNullable<Sampled['body']>): string[] {
  if (!isJson(type)) return ["-H 'Content-Type: image/png'", '--data-binary @picture.png'];
  const data = example === undefined ? '@body.json' : shellWord(JSON.stringify(example));
  return [`-H ${shellWord(`Content-Type: ${type}`)}`, `-d ${data}`];
}

function shell({ base, path, method, names, query, body, isSecured, accept }: Sampled): string {
  const at = names.reduce((text, name) => text.replace(`{${name}}`, `$${name.toUpperCase()}`), base + path);
  const search = query.map((name, index) => `${index === 0 ? '?' : '&'}${name}=$${name.toUpperCase()}`).join('');
  return [
    `curl -g${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "${at}${search}"`,
    ...(isSecured ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(accept === undefined ? [] : [`-H ${shellWord(`Accept: ${accept}`)}`]),
    ...(body ? bodyLines(body) : []),
  ].join(' \\\n  ');
}

/** As a person writes it. */
function literal(value: Json): string {
  if (typeof value === 'string' && !/['\\\n]/.test(value)) return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`}: ${literal(member)}`,
  );
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

function typeScript({ path, method, names, query, body }: Sampled): string {
  const example = body?.example;
  const members = [
    ...(names.length > 0 ? [`path: { ${names.join(', ')} }`] : []),
    ...(query.length > 0 ? [`query: { ${query.join(', ')} }`] : []),
    ...(body
      ? [example === undefined ? (isJson(body.type) ? 'body' : 'body: file') : `body: ${literal(example)}`]
      : []),
  ];
  return `await client.${method}('${path}'${members.length > 0 ? `, { ${members.join(', ')} }` : ''});`;
}

function samplesOf(sample: Sampled): Node[] {
  const inShell = { lang: 'Shell', label: 'curl', source: shell(sample) };
  if (!CALLS.includes(sample.method)) return [inShell];
  return [inShell, { lang: 'TypeScript', label: 'colophon/client', source: typeScript(sample) }];
}

/** A path item whose operations have samples. */
function sampledItem({ base, path }: Pick<Sampled, 'base' | 'path'>, item: Node, resolve: Resolve): Node {
  const members = Object.entries(item).map(([method, operation]): [string, Json] => {
    if (!METHODS.includes(method) || !isNode(operation)) return [method, operation];
    const parameters = [...itemsIn(item['parameters']), ...itemsIn(operation['parameters'])].map(resolve);
    const success = Object.entries(nodeAt(operation, 'responses')).find(([status]) => status.startsWith('2'));
    const received = preferred(nodeAt(resolve(success?.[1]), 'content'));
    const security = operation['security'];
    const samples = samplesOf({
      base,
      path,
      method,
      names: Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name),
      query: parameters.flatMap((one) =>
        one['in'] === 'query' && one['required'] === true ? [String(one['name'])] : [],
      ),
      body: bodyOf(operation, resolve),
      isSecured: security === undefined || itemsIn(security).some((one) => isNode(one) && Object.keys(one).length > 0),
      accept: received === JSON_API || received === '*/*' ? undefined : received,
    });
    return [method, { ...operation, 'x-codeSamples': samples }];
  });
  return Object.fromEntries(members);
}

/** The same description with samples, which are made while its paths are read. @param base URL of the service */
export function withCodeSamples(document: LazyDocument, base: string): LazyDocument {
  const components: Node = {};
  // Those of schemas are made while they are read, and no sample shows one.
  for (const [kind, part] of lazyMembers(document['components']) ?? []) if (isNode(part)) components[kind] = part;
  const resolve: Resolve = (part) => followRef(components, part);
  const { paths } = document;
  function* sampled(): Generator<[string, Json]> {
    for (const [path, item] of lazyMembers(paths) ?? []) {
      const whole = madeWhole(item);
      yield [path, isNode(whole) ? sampledItem({ base, path }, whole, resolve) : whole];
    }
  }
  return { ...document, paths: sampled };
}
