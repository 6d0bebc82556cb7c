// Sends the request examples of a description, in the order of the steps, for resources that they create.
import { randomUUID } from 'node:crypto';
import { toPascal } from '../../core/description/expand-names.ts';
import type { Json, Node } from '../../core/description/openapi-document.ts';
import { JSON_API, requestExamples, takesFile, type Operation } from './operations.ts';
import { onePixel } from './picture.ts';
import { OTHERS, STEPS, UNIQUE_NAMES, type Step } from './steps.ts';

/** A created resource. */
export interface Made {
  id: string;
  attributes: Node;
}

export interface ExampleRequest {
  method: string;
  path: string;
  mediaType: string;
  body: Buffer;
  asReader: boolean;
  /** Idempotency-Key of a POST. */
  key?: string | undefined;
}

export interface ExampleResponse {
  status: number;
  body: unknown;
  /** For the report. */
  shown: { request: string; answer: string };
}

export interface World {
  /** Suffix of unique names; may be empty. */
  suffix: string;
  /** By the names of the steps. `reader` (username, password) and `deployment` (url) are there from the start. */
  made: Map<string, Made>;
  hasPublication: boolean;
  send(request: ExampleRequest): Promise<ExampleResponse>;
}

export interface Outcome {
  step: Step;
  operation?: Operation;
  /** As it was sent. */
  request?: ExampleRequest;
  answer?: ExampleResponse;
  /** The reason why it was not sent. */
  problem?: string;
}

const SINGULAR: Record<string, string> = { documents: 'Document', images: 'Image' };

/** The description of a deployment has no request examples for relationships by name. */
export const LINKS: { mediaType: string; value: Json } = {
  mediaType: JSON_API,
  value: { data: [{ type: 'documents', id: '13' }] },
};

/** The description of a deployment names the operations of each type by the type. */
function findOperation(
  operations: readonly Operation[],
  { operationId, type = 'documents' }: Step,
): Operation | undefined {
  const singular = SINGULAR[type] ?? '';
  const names = [
    operationId,
    operationId.replace('TypedObjectRelated', `${singular}_SeeAlso`),
    operationId.replace('TypedObjects', toPascal(type)).replace('TypedObject', singular),
    // Documents have no streams.
    operationId.replace('TypedObject', 'Image'),
  ];
  for (const name of names) {
    const found = operations.find((operation) => operation.operationId === name);
    if (found) return found;
  }
  return undefined;
}

function unique(name: string, suffix: string): string {
  if (suffix === '' || !UNIQUE_NAMES.has(name)) return name;
  return name.includes('@')
    ? name.replace('@', `+${suffix}@`)
    : `${name}${name.startsWith('user-') ? '-' : '_'}${suffix}`;
}

/** A copy with unique names. */
function withUniqueNames(value: Json, suffix: string): Json {
  if (typeof value === 'string') return unique(value, suffix);
  if (Array.isArray(value)) return value.map((item) => withUniqueNames(item, suffix));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withUniqueNames(item, suffix)]));
}

function find(world: World, name: string): Made {
  const found = world.made.get(name);
  if (!found) throw new Error(`no step created ${name}, which an example needs`);
  return found;
}

function valueOf(world: World, pointer: string, what: string): Json {
  if (what.startsWith('=')) return what.slice(1);
  // The id of a configuration entry contains its application.
  const [, application, entry] = /^(\w+):(.+)$/.exec(what) ?? [];
  if (application !== undefined) return `${find(world, application).id}:${entry}`;
  const [name = '', attribute] = what.split('.');
  const made = find(world, name);
  if (attribute !== undefined) return made.attributes[attribute] ?? null;
  return /(?:_id|parents\/\d+)$/.test(pointer) && /^\d+$/.test(made.id) ? Number(made.id) : made.id;
}

function put(body: Json, pointer: string, value: Json): void {
  const steps = pointer.split('/').slice(1);
  const last = steps.pop() ?? '';
  const parent = steps.reduce<Json>((at, step) => (at as Node)[step] ?? null, body) as Node;
  parent[last] = value;
}

/** The values of a step by their places in the body. */
const placesOf = ({ put, attributes = {} }: Step): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(attributes).map(([name, what]) => [`/data/attributes/${name}`, what])),
  ...put,
});

/** @param value of the example */
function bodyOf(value: Json, step: Step, world: World): Json {
  const body = withUniqueNames(value, world.suffix) as Node;
  if (step.data !== undefined) {
    const { id } = find(world, step.data);
    for (const item of [body['data'] ?? []].flat()) (item as Node)['id'] = id;
  }
  for (const [pointer, what] of Object.entries(placesOf(step))) put(body, pointer, valueOf(world, pointer, what));
  return body;
}

function pathOf(operation: Operation, { type = 'documents', path = {} }: Step, world: World): string {
  const values: Record<string, string> = {
    object_type_name: type,
    relation_name: 'see_also',
    object_type: 'image',
    file_name: 'flag.png',
    version_number: '1',
    ...Object.fromEntries(Object.entries(path).map(([parameter, name]) => [parameter, find(world, name).id])),
  };
  return operation.path.replaceAll(/\{([^}]+)\}/g, (_match, name: string) => encodeURIComponent(values[name] ?? name));
}

function requestOf(operation: Operation, step: Step, world: World): ExampleRequest {
  const common = { method: operation.method, path: pathOf(operation, step, world), asReader: step.asReader ?? false };
  if (step.file !== undefined) {
    // One for each run, since the same file is refused as a new version.
    const color = Number.parseInt(world.suffix || '1', 36) * 2 + (step.file === 'picture' ? 0 : 1);
    return { ...common, mediaType: 'image/png', body: onePixel(color) };
  }
  const examples = requestExamples(operation);
  const example = examples.find(({ name }) => name.endsWith(`_${step.example}`)) ?? examples[0] ?? LINKS;
  const body = JSON.stringify(bodyOf(example.value, step, world));
  return { ...common, mediaType: example.mediaType, body: Buffer.from(body) };
}

async function makeOther(name: string, world: World): Promise<void> {
  const other = OTHERS[name];
  if (!other || world.made.has(name)) return;
  const [path, attributes] = other;
  const document = { data: { type: path.split('/').at(-1) ?? '', attributes: attributes as Node } };
  const body = Buffer.from(JSON.stringify(withUniqueNames(document, world.suffix)));
  const answer = await world.send({ method: 'POST', path, mediaType: JSON_API, body, asReader: false });
  const { data } = answer.body as { data?: Made };
  if (!data) throw new Error(`POST ${path} answered ${answer.status}`);
  world.made.set(name, data);
}

/**
 * One outcome for each step, after it was sent.
 * @param operations read again for each step, since the first ones change the model
 */
export async function* sendExamples(operations: () => readonly Operation[], world: World): AsyncGenerator<Outcome> {
  for (const step of STEPS) {
    if (step.legacy && !world.hasPublication) continue;
    const operation = findOperation(operations(), step);
    if (!operation || takesFile(operation) !== (step.file !== undefined)) {
      yield { step, problem: 'the description has no such operation' };
      continue;
    }
    const named = [step.data, ...Object.values(step.path ?? {}), ...Object.values(placesOf(step))];
    for (const name of named) if (name !== undefined) await makeOther(name, world);
    const lacking = named.find(
      (name) => name !== undefined && !name.startsWith('=') && !world.made.has(/^[^.:]+/.exec(name)?.[0] ?? ''),
    );
    if (lacking !== undefined) {
      yield { step, operation, problem: `it needs ${lacking}, which could not be created` };
      continue;
    }
    const key = operation.method === 'POST' ? randomUUID() : undefined;
    const request = { ...requestOf(operation, step, world), key };
    const answer = await world.send(request);
    const { data } = (answer.body ?? {}) as { data?: Made };
    if (step.makes !== undefined && data) world.made.set(step.makes, data);
    yield { step, operation, request, answer };
  }
}
