// Set-up of the service over HTTP before it is filled: two properties of documents, an editor, and an author who can write own
// objects only.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { EDITOR_ROLE_ID } from '../../core/access/access-rules.ts';

const JSON_API = 'application/vnd.api+json';
const AUTHOR_ROLE = 'bench_author';
const LOOK_MS = 100;
const INDEX_LOOKS = 600;

interface Resource {
  id: string;
  meta: { index?: { status: string } | null };
}

export interface Callers {
  editorId: number;
  authorId: number;
  authorRoleId: number;
}

export interface SetUp extends Callers {
  /** The reason why no property has an index; undefined when one has. */
  withoutIndex: string | undefined;
}

type Send = (method: 'GET' | 'POST', path: string, data?: object) => Promise<Response>;

async function made(answer: Promise<Response>): Promise<Resource> {
  const response = await answer;
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} gives ${response.status}: ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: Resource }).data;
}

/** `rack` without an index, `shelf` with one where the service makes indexes of properties. */
async function makeProperties(send: Send): Promise<string | undefined> {
  const property = (name: string, indexed?: true) => {
    const attributes = {
      name,
      property_type_name: 'integer',
      object_type_name: 'documents',
      ...(indexed && { indexed }),
    };
    return send('POST', '/model/properties', { type: 'properties', attributes });
  };
  await made(property('rack'));
  const response = await property('shelf', true);
  if (response.status === 400) {
    await made(property('shelf'));
    return 'the service refuses `indexed` of a property';
  }
  let { id, meta } = await made(Promise.resolve(response));
  for (let look = 0; meta.index?.status !== 'ready'; look++) {
    if (look === INDEX_LOOKS) throw new Error(`the index of property ${id} does not become ready`);
    await sleep(LOOK_MS);
    ({ id, meta } = await made(send('GET', `/model/properties/${id}`)));
  }
  return undefined;
}

async function makeCallers(send: Send): Promise<Callers> {
  const role = await made(send('POST', '/roles', { type: 'roles', attributes: { name: AUTHOR_ROLE } }));
  const rules = { role_name: AUTHOR_ROLE, read: true, write: 'mine' };
  await made(send('POST', '/admin/endpoint_permissions', { type: 'endpoint_permissions', attributes: rules }));
  const user = async (username: string, roleId: string): Promise<number> => {
    const attributes = { username, uname: username, password: randomBytes(12).toString('hex'), status: 'on' };
    const relationships = { roles: { data: [{ type: 'roles', id: roleId }] } };
    return Number((await made(send('POST', '/users', { type: 'users', attributes, relationships }))).id);
  };
  return {
    authorRoleId: Number(role.id),
    editorId: await user('bench-editor', String(EDITOR_ROLE_ID)),
    authorId: await user('bench-author', role.id),
  };
}

/** @param token of an administrator. @throws Error when the service refuses a request */
export async function setUpOverHttp(app: RequestListener, token: string): Promise<SetUp> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': JSON_API, accept: JSON_API };
  const send: Send = (method, path, data) =>
    fetch(base + path, { method, headers, body: data === undefined ? null : JSON.stringify({ data }) });
  try {
    return { withoutIndex: await makeProperties(send), ...(await makeCallers(send)) };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
