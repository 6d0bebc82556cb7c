// Each operation with GET accepts its documented query parameters, and refuses those of other operations (D9).
import { nodeAt, type Json, type Node } from '../../core/description/openapi-document.ts';
import type { Operation } from './operations.ts';
import { withQuery } from './refusals.ts';
import type { Session } from './session.ts';
import type { ClientRequest } from './wire/connection.ts';

/** Accepted everywhere, and described as security schemes. */
export const EVERYWHERE: ReadonlySet<string> = new Set(['access_token', 'token', 'api_key']);

/** Parameters with members in brackets: all of them are described together. */
const OPEN = ['filter', 'fields'];

/** A valid value of a schema; of an object its first member. */
function plainValue({ schema = {}, example }: { schema?: Json; example?: Json }): string {
  const { enum: values, type, minimum, items, default: given } = schema as Node;
  const [first] = [given, example, nodeAt(schema as Node)['example'], (values as Json[] | undefined)?.[0]].filter(
    (value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean',
  );
  if (first !== undefined) return String(first);
  if (type === 'integer' || type === 'number') return String(minimum ?? 1);
  if (type === 'boolean') return 'true';
  return items === undefined ? 'a' : '1';
}

function pairOf(parameter: Node): string {
  const { name, schema } = parameter;
  const [member] = Object.entries(nodeAt(schema as Node, 'properties'));
  const given = member ? { name: `${String(name)}[${member[0]}]`, schema: member[1] } : parameter;
  return `${encodeURIComponent(String(given['name']))}=${encodeURIComponent(plainValue(given))}`;
}

const nameOf = (pair: string): string => decodeURIComponent(pair.split('=')[0] ?? '');

interface Refusal {
  code: string;
  source?: { parameter?: string };
}

/** In each of its media types, since some parameters belong to one of them. */
async function refusalsOf(session: Session, operation: Operation, path: string): Promise<Refusal[][]> {
  const mediaTypes = Object.keys(nodeAt(operation.responses['200'] ?? {}, 'content'));
  const refusals: Refusal[][] = [];
  for (const accept of mediaTypes.length === 0 ? ['*/*'] : mediaTypes) {
    const { json } = await session.send({ method: 'GET', path, headers: { accept } });
    refusals.push((json as { errors?: Refusal[] } | undefined)?.errors ?? []);
  }
  return refusals;
}

const baseName = (name: string): string => name.replace(/\[.*$/, '');

/** Refused before all others, and then the only ones that are named. */
const isPage = (name: string): boolean => baseName(name) === 'page';

/** Parameters in one request: below the number of faults that one response names. */
const AT_ONCE = 50;

/** `filter` is refused as a whole where it is not described. */
const isNamed = (names: ReadonlySet<string | undefined>, name: string): boolean =>
  names.has(name) || names.has(baseName(name));

/** Names of parameters that one request with all of them does not refuse by name, in one of its media types. */
async function notRefused(
  session: Session,
  { operation, base }: { operation: Operation; base: ClientRequest },
  pairs: readonly (readonly [name: string, pair: string])[],
): Promise<string[]> {
  const left = pairs.map(([name]) => name).filter(isPage);
  const others = pairs.filter(([name]) => !isPage(name));
  for (let at = 0; at < others.length; at += AT_ONCE) {
    const part = others.slice(at, at + AT_ONCE);
    const path = withQuery(base.path, part.map(([, pair]) => pair).join('&'));
    const refusals = await refusalsOf(session, operation, path);
    const named = refusals.map((errors) => new Set(errors.map(({ source }) => source?.parameter)));
    left.push(
      ...part.filter(([, pair]) => !named.every((names) => isNamed(names, nameOf(pair)))).map(([name]) => name),
    );
  }
  return left;
}

/** Names of all query parameters of the description, each with a value. */
export function allPairs(operations: readonly Operation[]): Map<string, string> {
  const pairs = new Map<string, string>([['contract', 'contract=unknown']]);
  for (const { query } of operations)
    for (const parameter of query) pairs.set(String(parameter['name']), pairOf(parameter));
  return pairs;
}

/** @param base a successful request @param pairs result of `allPairs` @returns the faults */
export async function queryFaults(
  session: Session,
  { operation, base, pairs }: { operation: Operation; base: ClientRequest; pairs: ReadonlyMap<string, string> },
): Promise<string[]> {
  const faults: string[] = [];
  const described = new Set(operation.query.map(({ name }) => String(name)));
  const isOpen = (name: string): boolean => OPEN.some((open) => described.has(open) && baseName(name) === open);
  const all = [...pairs].filter(([name]) => !EVERYWHERE.has(name));
  for (const [name, pair] of all.filter(([name]) => described.has(name))) {
    const refusals = await refusalsOf(session, operation, withQuery(base.path, pair));
    const isUnknown = refusals.every((errors) => errors.some(({ code }) => code === 'unknown_parameter'));
    if (isUnknown) faults.push(`${name} is described, and refused as unknown`);
  }
  const undescribed = all.filter(([name]) => !described.has(name) && !isOpen(name));
  for (const name of await notRefused(session, { operation, base }, undescribed)) {
    const refusals = await refusalsOf(session, operation, withQuery(base.path, pairs.get(name) ?? ''));
    if (refusals.some((errors) => errors.length === 0)) faults.push(`${name} is not described, and accepted`);
  }
  return faults;
}
