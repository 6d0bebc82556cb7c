// Provokes every refusal that the description of an operation names; the methods are the same for all operations.
import { randomUUID } from 'node:crypto';
import { nodeAt, type Json, type Node } from '../../core/description/openapi-document.ts';
import { fillPath, pathToNothing } from './fill-path.ts';
import { JSON_API, requestExamples, takesFile, type Example, type Operation } from './operations.ts';
import type { RunWorld } from './run-world.ts';
import { LINKS } from './send-examples.ts';
import type { Session } from './session.ts';
import type { ClientRequest } from './wire/connection.ts';

/** Requests, one of which should get the status. */
type Way = (operation: Operation, base: ClientRequest, world: RunWorld) => ClientRequest[];

const NO_TAG = '"nothing-has-this-tag"';
/** The path with further query parameters. */
export const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** The body with an invalid type in each place, or with another conflict where types do not count. */
function withConflict({ operationId }: Operation, body: ClientRequest['body']): Json {
  const copy = structuredClone(body) as Node;
  if (operationId === 'changeResources')
    return { 'atomic:operations': [{ op: 'add', href: '/documents', data: { type: 'nothings' } }] };
  const data = nodeAt(copy, 'data');
  if (operationId === 'restoreTrashedObject') data['id'] = '999999999';
  for (const item of [copy?.['data'] ?? []].flat())
    if (typeof item === 'object' && item !== null) (item as Node)['type'] = 'nothings';
  return copy;
}

const WAYS: Readonly<Record<string, Way>> = {
  '400': (_operation, base) => [{ ...base, path: withQuery(base.path, 'contract=unknown') }],
  '401': (operation, base) => [
    // The credentials are in the body.
    ...(operation.operationId === 'signIn'
      ? [{ ...base, body: { username: 'contract-nobody', password: 'not the password' } }]
      : []),
    { ...base, as: 'nobody', headers: { ...base.headers, authorization: 'Bearer nothing' } },
    { ...base, as: 'nobody' },
  ],
  '403': ({ operationId }, base) => [
    // It would end the session of the reader.
    { ...base, as: 'reader', ...(operationId === 'deleteSessions' && { path: withQuery(base.path, 'user_id=1') }) },
    { ...base, headers: { ...base.headers, 'x-api-key': 'nothing' } },
  ],
  '404': (operation, base) =>
    operation.parameters.length > 0
      ? [{ ...base, path: pathToNothing(operation) }]
      : [{ ...base, path: withQuery(base.path, 'page=1000000') }],
  '406': (_operation, base) => [{ ...base, headers: { ...base.headers, accept: 'text/x-nothing' } }],
  // The same file again.
  '409': (operation, base) =>
    takesFile(operation) ? [base, base] : [{ ...base, body: withConflict(operation, base.body ?? {}) }],
  // A place in the feed that is not there.
  '410': (_operation, base) => [{ ...base, path: withQuery(base.path, 'page%5Bafter%5D=999999999999') }],
  '411': (_operation, base) => [{ ...base, sending: 'chunked' }],
  '412': (_operation, base) => [{ ...base, headers: { ...base.headers, 'if-match': NO_TAG } }],
  '413': (_operation, base) => [{ ...base, sending: 'announced' }],
  '415': (operation, base) => [
    {
      ...base,
      headers: { ...base.headers, 'content-type': takesFile(operation) ? 'multipart/form-data' : 'text/x-nothing' },
    },
  ],
  // The key of a successful request, with another request.
  '422': (operation, base, { sent }) => {
    const key = sent.get(operation.operationId)?.key;
    const keyed = { ...base, headers: { ...base.headers, 'idempotency-key': key ?? randomUUID() } };
    const other = { ...keyed, path: withQuery(base.path, 'contract=another') };
    return key === undefined ? [keyed, other] : [other];
  },
  '416': (_operation, base) => [{ ...base, headers: { ...base.headers, range: 'bytes=999999999999-' } }],
};

const exampleOfLinks = ({ path, method }: Operation): Pick<Example, 'mediaType' | 'value'> | undefined =>
  path.includes('/relationships/') && method !== 'GET' ? LINKS : undefined;

/** Placeholders of ids in examples of relationships. */
const BY_TYPE: Readonly<Record<string, string>> = {
  folders: 'folder',
  documents: 'related',
  images: 'image',
  streams: 'stream',
};

/** The successful request that a refusal is made from; undefined when the run has created no resource for it. */
export function baseOf(operation: Operation, world: RunWorld): ClientRequest | undefined {
  const sent = world.sent.get(operation.operationId);
  // Its example has an object outside of the trash.
  if (sent && operation.operationId !== 'restoreTrashedObject') {
    const isJson = sent.mediaType !== 'image/png';
    const body = isJson ? (JSON.parse(sent.body.toString()) as Json) : sent.body;
    return { method: sent.method, path: sent.path, headers: { 'content-type': sent.mediaType }, body };
  }
  const path = fillPath(operation, world);
  if (path === undefined) return undefined;
  const example = requestExamples(operation)[0] ?? exampleOfLinks(operation);
  if (!example) {
    const file = takesFile(operation) ? { headers: { 'content-type': 'image/png' }, body: Buffer.from('nothing') } : {};
    return { method: operation.method, path, ...file };
  }
  const body = aboutWhatWasMade(operation, example.value, { path, world });
  return { method: operation.method, path, body, headers: { 'content-type': example.mediaType } };
}

/** The example with ids of existing resources. */
function aboutWhatWasMade(
  operation: Operation,
  example: Json,
  { path, world }: { path: string; world: RunWorld },
): Json {
  const body = structuredClone(example) as Node;
  const own = decodeURIComponent(path.split('/').at(-1) ?? '');
  // The objects of an action: `/{type}/{object_id}/…/actions/…`.
  const actedOn = operation.path.includes('/actions/') ? decodeURIComponent(path.split('/')[2] ?? '') : undefined;
  for (const item of [body['data'] ?? []].flat() as unknown as Node[]) {
    const related = BY_TYPE[String(item['type'])];
    if (operation.path.includes('/relationships/') && related !== undefined)
      item['id'] = world.made.get(related)?.id ?? '0';
    else if (operation.method === 'PATCH' && operation.path.endsWith('}')) item['id'] = own;
    else if (actedOn !== undefined && 'id' in item) item['id'] = actedOn;
  }
  return body;
}

/** Tries to provoke each documented status that is still missing. */
export async function refuse(
  session: Session,
  { operation, base, world }: { operation: Operation; base: ClientRequest; world: RunWorld },
): Promise<void> {
  const { responses, operationId } = operation;
  const isReached = (status: string): boolean => session.reached.has(`${operationId} ${status}`);
  const accept = { accept: acceptOf(operation) };
  for (const [status, way] of Object.entries(WAYS)) {
    if (!(status in responses)) continue;
    for (const refused of way(operation, { ...base, headers: { ...accept, ...base.headers } }, world)) {
      if (isReached(status)) break;
      await session.send(refused);
    }
  }
}

function acceptOf({ responses }: Operation): string {
  const success = responses['200'] ?? responses['201'] ?? {};
  return JSON_API in nodeAt(success, 'content') ? JSON_API : '*/*';
}
