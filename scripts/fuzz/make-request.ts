// One hostile request to an operation: a fitting one, with something else in one or two places. Pure: the same number makes the same.
import { requestExamples, takesFile, type Operation } from '../contract/operations.ts';
import { createRandom, type Random } from '../faults/random.ts';
import { CATEGORIES, hostileHeader, inJson, inQuery, inUrl, pick, type Category } from './corpus.ts';
import { hostileFile } from './files.ts';
import { badlyFramed } from './framing.ts';
import type { Message } from './message.ts';
import { KINDS, type Kind, type World } from './world.ts';

export interface MadeRequest {
  number: number;
  operation: Operation;
  category: Category;
  kind: Kind;
  message: Message;
}

/** Most requests are those of people who may do something. */
const WEIGHTED: readonly Kind[] = [...KINDS, 'admin', 'admin', 'editor', 'editor'];

/** Of uploads nearly all are hostile files. */
function categoryFor(operation: Operation, random: Random): Category {
  if (takesFile(operation) && random.below(4) > 0) return 'files';
  return pick(CATEGORIES, random);
}

function pathOf({ method, path, parameters }: Operation, world: World, hostile: string | undefined): string {
  // The handler is the most interesting part: earlier refusals are avoided.
  const place = parameters.length - 1;
  return parameters.reduce((filled, parameter, at) => {
    const known = world.values(parameter, path);
    // What is there first is needed again.
    const own = method === 'DELETE' ? known.at(-1) : known[0];
    const value = hostile !== undefined && at === place ? hostile : (own ?? '1');
    return filled.replace(`{${parameter}}`, () => value);
  }, path);
}

const PLACE = '\u0001here\u0001';

/** Leaves of a body, by their path. */
function leavesOf(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, each]) =>
    leavesOf(each, [...at, Array.isArray(value) ? Number(name) : name]),
  );
}

function replaced(value: unknown, [name, ...rest]: readonly (string | number)[]): unknown {
  if (name === undefined) return PLACE;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[name] = replaced(copy[name], rest);
  return copy;
}

/** A body of the description with a hostile text in the place of a value, or beside the others. */
function bodyOf(example: unknown, category: Category, random: Random): Buffer {
  const text = inJson(category, random);
  const how = random.below(10);
  if (how === 0) return Buffer.from(text);
  if (how === 1) return Buffer.from([0xff, 0xfe, ...Buffer.from(text.slice(0, 1_000), 'utf16le')]);
  const leaves = leavesOf(example);
  const leaf = leaves.length > 0 ? pick(leaves, random) : [];
  const place = how < 4 ? [...leaf.slice(0, -1), pick(['__proto__', '$where', 'x', 'a.b', ''], random)] : leaf;
  return Buffer.from(JSON.stringify(replaced(example, place)).replace(JSON.stringify(PLACE), () => text));
}

interface Sent {
  mediaType?: string;
  body?: Buffer;
  fileName?: string;
}

/** The example is of another resource than the path. */
function withIdOf(value: unknown, { parameters, path }: Operation, world: World): unknown {
  const { data } = (value ?? {}) as { data?: { id?: unknown } };
  const parameter = parameters.findLast((name) => name.endsWith('_id'));
  if (typeof data?.id !== 'string' || parameter === undefined) return value;
  return { ...(value as object), data: { ...data, id: world.values(parameter, path)[0] ?? data.id } };
}

function contentOf(
  operation: Operation,
  category: Category,
  { random, world }: { random: Random; world: World },
): Sent {
  if (takesFile(operation)) {
    const { mediaType, bytes, name } = hostileFile(random);
    return { mediaType, body: bytes, fileName: name };
  }
  const [plain] = Object.keys(operation.bodies);
  if (plain === undefined) return {};
  const [some] = world.values('child_id', operation.path);
  // Relationships of a project have no examples.
  const linkage = { mediaType: plain, value: { data: [{ type: 'documents', id: some }] } };
  const examples = requestExamples(operation);
  const { mediaType, value: example } = examples.length > 0 ? pick(examples, random) : linkage;
  const value = withIdOf(example, operation, world);
  const isHostile = !['headers', 'files', 'framing'].includes(category) && random.below(3) > 0;
  return { mediaType, body: isHostile ? bodyOf(value, category, random) : Buffer.from(JSON.stringify(value)) };
}

function targetOf(
  operation: Operation,
  {
    category,
    fileName,
    random,
    world,
  }: { category: Category; fileName: string | undefined; random: Random; world: World },
): string {
  const hasPlace = operation.parameters.length > 0;
  const isHostile = hasPlace && category !== 'headers' && category !== 'framing' && random.below(3) === 0;
  const value = isHostile ? inUrl(category, random) : fileName;
  const path = pathOf(operation, world, isHostile || operation.parameters.at(-1) === 'file_name' ? value : undefined);
  const names = operation.query.map((each) => String(each['name']));
  const required = operation.requiredQuery.map((name) => `${name}=1`);
  const isInQuery = category !== 'headers' && category !== 'files' && random.below(2) === 0;
  const members = isInQuery ? [inQuery(category, names, random)] : [];
  const query = [...required, ...members].join('&');
  return query === '' ? path : `${path}?${query}`;
}

/** @param seed of the whole run */
export function makeRequest(number: number, seed: number, operations: readonly Operation[], world: World): MadeRequest {
  const random = createRandom(Math.imul(seed, 1_000_003) + number);
  // Each is asked before one is asked again.
  const operation = operations[number % operations.length] as Operation;
  const category = categoryFor(operation, random);
  const kind = pick(WEIGHTED, random);
  const { mediaType, body, fileName } = contentOf(operation, category, { random, world });
  const target = targetOf(operation, { category, fileName, random, world });
  const given = Object.entries(world.credentials(kind));
  const headers: (readonly [string, string])[] = [
    ...given,
    ...(mediaType === undefined ? [] : [['Content-Type', mediaType] as const]),
  ];
  const hostile =
    category === 'headers' ? Array.from({ length: 1 + random.below(2) }, () => hostileHeader(random)) : [];
  const replacedNames = new Set(hostile.map(([name]) => name.toLowerCase()));
  const all = [...headers.filter(([name]) => !replacedNames.has(name.toLowerCase())), ...hostile];
  const message: Message = { method: operation.method, target, headers: all, ...(body && { body }) };
  const raw = category === 'framing' ? badlyFramed(message, world.url.host, random) : undefined;
  return { number, operation, category, kind, message: raw ? { ...message, raw } : message };
}
