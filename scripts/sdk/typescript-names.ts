// Names of classes and methods in the TypeScript client: `GET /countries` is `Countries.list`, `GET
// /countries/{object_id}/sources` is `Countries.listSources`.
import { isNode, METHODS, nodeAt, textsAt, type OpenApiDocument } from '../../core/description/openapi-document.ts';

interface Operation {
  id: string;
  tag: string;
  method: string;
  path: string;
}

/** The operations of a description, for names. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(nodeAt(document, 'paths')).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = isNode(item) ? item[method] : undefined;
      if (!isNode(operation)) return [];
      return [{ id: String(operation['operationId']), tag: textsAt(operation, 'tags')[0] ?? '', method, path }];
    }),
  );
}

/** `[class, method]` by operationId. A method keeps its whole operationId where two of a class would have the same name. */
export function nameMethods(description: OpenApiDocument): ReadonlyMap<string, readonly [string, string]> {
  const byTag = new Map<string, Operation[]>();
  for (const operation of operationsOf(description)) {
    const found = byTag.get(operation.tag);
    if (found) found.push(operation);
    else byTag.set(operation.tag, [operation]);
  }
  const names = new Map<string, readonly [string, string]>();
  const taken = new Set([...ownNames, ...typeNames(description, [...byTag.values()].flat())]);
  for (const [tag, operations] of byTag) {
    const own = nounsOf(tag, operations);
    // A tag that another one resembles has a number.
    const nouns = own.many === undefined ? nounsOf(tag.replace(/ \d+$/, ''), operations) : own;
    const className = freeClassName(tag, taken);
    const short = operations.map(({ id }) => shorten(id, nouns));
    operations.forEach(({ id }, index) => {
      const name = short[index] ?? id;
      const isAlone = short.indexOf(name) === short.lastIndexOf(name);
      names.set(id, [className, isAlone ? name : id]);
    });
  }
  return names;
}

/** `object_types` -> `ObjectTypes`, `sea lions` -> `SeaLions`. An underscore that no letter follows stays, so that names that differ do so here too. */
const toClassName = (tag: string): string =>
  tag.replace(/(^|_|[ -]+)([a-z])/g, (_match, _before, letter: string) => letter.toUpperCase()).replace(/[ -]/g, '');

/** Further names in a module of types or of classes: `index.ts` of the client, and additions of the generator. */
const ownNames = (
  'ColophonError Credentials Fault FaultSource Included Options Session SessionOptions Tokens ' +
  'Client ClientOptions Promise Record TDataShape'
).split(' ');

/** Types of the schemas, and those that the generator makes for each operation. */
const typeNames = (description: OpenApiDocument, operations: readonly Operation[]): string[] => [
  ...Object.keys(nodeAt(description, 'components', 'schemas')),
  ...operations.flatMap(({ id }) =>
    ['Data', 'Error', 'Errors', 'Response', 'Responses'].map((end) => id.charAt(0).toUpperCase() + id.slice(1) + end),
  ),
];

/** Classes and types are exported side by side: a type `documents_attributes` has the class `DocumentsAttributes2`. */
function freeClassName(tag: string, taken: Set<string>): string {
  const name = toClassName(tag);
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}${number}`;
  taken.add(free);
  return free;
}

interface Nouns {
  one: string | undefined;
  many: string | undefined;
}

/** The names of the tag's own list and single resource in its operationIds: `Countries` and `Country`. */
function nounsOf(tag: string, operations: readonly Operation[]): Nouns {
  const name = tag.replace(/[^\w ]/g, String.raw`\$&`);
  const collection = new RegExp(`^(?:/[a-z]+)?/${name}$`);
  const single = new RegExp(`^(?:/[a-z]+)?/${name}/\\{[^/]+\\}$`);
  const noun = (verb: string, path: RegExp) =>
    operations
      .find(({ id, method, path: own }) => method === 'get' && path.test(own) && id.startsWith(verb))
      ?.id.slice(verb.length);
  return { many: noun('list', collection), one: noun('get', single) };
}

/** `listCountries` -> `list`, `deleteCountries` -> `deleteMany`, `listCountry_Sources` -> `listSources`. */
function shorten(id: string, { one, many }: Nouns): string {
  const verb = /^[a-z]+/.exec(id)?.[0] ?? id;
  const rest = id.slice(verb.length);
  if (rest === many) return verb === 'list' ? verb : `${verb}Many`;
  if (rest === one) return verb;
  const isOfOne = one !== undefined && rest.startsWith(one) && /^_?[A-Z]/.test(rest.slice(one.length));
  return isOfOne ? verb + rest.slice(one.length).replace(/^_/, '') : id;
}
