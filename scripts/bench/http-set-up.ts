// Set-up of the service over HTTP before it is filled: two properties of documents, an editor, and an author who can write own
// objects only.
import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { EDITOR_ROLE_ID } from '../../core/access/access-rules.ts';
import { create, sendAs, type Send } from '../admin-requests.ts';
import { listenOnLoopback } from '../loopback-server.ts';

const AUTHOR_ROLE = 'bench_author';
const LOOK_MS = 100;
const INDEX_LOOKS = 6_000;

export interface SetUp extends Callers {
  /** The reason why no property has an index; undefined when one has. */
  withoutIndex: string | undefined;
}

interface Callers {
  editorId: number;
  authorId: number;
  authorRoleId: number;
}

/** Waits until the index of a property is ready. */
export async function untilIndexed(send: Send, id: string): Promise<undefined> {
  for (let look = 0; look < INDEX_LOOKS; look++) {
    const { data } = await send<{ data: { meta: { index?: { status: string } | null } } }>(
      'GET',
      `/model/properties/${id}`,
    );
    if (data.meta.index?.status === 'ready') return undefined;
    await sleep(LOOK_MS);
  }
  throw new Error(`the index of property ${id} does not become ready`);
}

/** `rack` without an index, `shelf` with one where the service makes indexes of properties. */
async function makeProperties(send: Send): Promise<string | undefined> {
  const property = (name: string, more?: object) => {
    const attributes = { name, property_type_name: 'integer', object_type_name: 'documents', ...more };
    return create(send, '/model/properties', attributes);
  };
  await property('rack');
  const made = await property('shelf', { indexed: true }).catch(({ message }: Error) => message);
  if (typeof made !== 'string') return untilIndexed(send, made.id);
  await property('shelf');
  return made;
}

async function makeCallers(send: Send): Promise<Callers> {
  const role = await create(send, '/roles', { name: AUTHOR_ROLE });
  await create(send, '/admin/endpoint_permissions', { role_name: AUTHOR_ROLE, read: true, write: 'mine' });
  const user = async (username: string, roleId: string): Promise<number> => {
    const attributes = { username, uname: username, password: randomBytes(12).toString('hex'), status: 'on' };
    const { id } = await create(send, '/users', attributes);
    await send('POST', `/users/${id}/relationships/roles`, { data: [{ type: 'roles', id: roleId }] });
    return Number(id);
  };
  return {
    authorRoleId: Number(role.id),
    editorId: await user('bench-editor', String(EDITOR_ROLE_ID)),
    authorId: await user('bench-author', role.id),
  };
}

/** @param token of an administrator. @throws Error when the service refuses a request */
export async function setUpOverHttp(app: RequestListener, token: string): Promise<SetUp> {
  const server = await listenOnLoopback(app);
  try {
    const send = sendAs(server.url, token);
    return { withoutIndex: await makeProperties(send), ...(await makeCallers(send)) };
  } finally {
    await server.close();
  }
}
