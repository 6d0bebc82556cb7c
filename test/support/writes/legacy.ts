// A service with a publication, and helpers for the tests of writing in the legacy envelope.
import type { Response } from 'supertest';
import { openTestService, type Client, type TestService } from '../service.ts';

export const LEGACY = { Accept: 'application/json', 'Content-Type': 'application/json' };

export interface LegacyWorld {
  test: TestService;
  publicationId: number;
  /** POST /objects. */
  save(data: unknown, client?: Client): Promise<Response>;
  /** POST or PUT of any path. */
  send(method: 'post' | 'put', path: string, data: unknown, client?: Client): Promise<Response>;
  /** A document in the publication; its id. */
  document(title: string): Promise<number>;
  section(title: string, parent?: number): Promise<number>;
  /** An image that only the JSON:API side reaches, unless it is related. */
  loose(type?: string): Promise<number>;
  /** The object as GET /objects/{id} shows it. */
  shown(id: number, client?: Client): Promise<Record<string, never>>;
  /** Its attributes on the JSON:API side. */
  attributes(type: string, id: number): Promise<Record<string, unknown>>;
  /** Ids on the other ends of its links, in their order. */
  related(id: number, relation: string): Promise<number[]>;
  /** Ids of the children of a folder, in their order. */
  children(id: number): Promise<number[]>;
}

interface Linkage {
  data: { id: string }[];
}

export async function openLegacyWorld(env: Record<string, string> = {}): Promise<LegacyWorld> {
  const test = await openTestService({ env: { LEGACY_ROOT: '', ...env } });
  const send: LegacyWorld['send'] = (method, path, data, client = test.editor) =>
    client.request(method, path, (request) => request.set(LEGACY).send(JSON.stringify({ data })));
  const save: LegacyWorld['save'] = (data, client) => send('post', '/objects', data, client);
  const publicationId = Number((await test.admin.get('/folders/publication')).body.data.id);
  const made = async (data: unknown): Promise<number> => {
    const { status, body, text } = await save(data);
    if (status !== 201) throw new Error(`POST /objects: ${status} ${text}`);
    return (body as { data: { id: number } }).data.id;
  };
  const idsOf = ({ body }: Response): number[] => (body as Linkage).data.map(({ id }) => Number(id));
  return {
    test,
    publicationId,
    save,
    send,
    document: (title) => made({ object_type: 'document', title, parents: [publicationId] }),
    section: (title, parent = publicationId) => made({ object_type: 'section', title, parents: [parent] }),
    loose: async (type = 'images') => Number((await test.admin.create(`/${type}`, { title: 'x', status: 'on' })).id),
    shown: async (id, client = test.admin) =>
      (await client.get(`/objects/${id}`, { Accept: LEGACY.Accept })).body.data.object,
    attributes: async (type, id) => (await test.admin.get(`/${type}/${id}`)).body.data.attributes,
    related: async (id, relation) => idsOf(await test.admin.get(`/objects/${id}/relationships/${relation}`)),
    children: async (id) => idsOf(await test.admin.get(`/folders/${id}/relationships/children`)),
  };
}
