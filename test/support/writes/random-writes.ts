// Random writes of content by a seed, and the public reads that show them (test/behaviour/responses/response-cache.test.ts).
import type { Client } from '../service.ts';
import type { StoppedClock } from '../run/stopped-clock.ts';

export interface Random {
  below(count: number): number;
  of<T>(list: readonly T[]): T;
}

/** Equal numbers for an equal seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return { below, of: <T>(list: readonly T[]): T => list[below(list.length)] as T };
}

interface Content {
  documents: string[];
  folders: string[];
  categories: string[];
  tags: string[];
  translations: string[];
  permissions: string[];
  types: number;
}

export const emptyContent = (): Content => ({
  documents: [],
  folders: [],
  categories: [],
  tags: [],
  translations: [],
  permissions: [],
  types: 0,
});

interface At {
  client: Client;
  clock: StoppedClock;
  random: Random;
  content: Content;
}

type Write = (at: At) => Promise<unknown>;

const make =
  (
    type: string,
    kept: Exclude<keyof Content, 'types'>,
    attributes: (at: At) => Record<string, unknown>,
    path = `/${type}`,
  ): Write =>
  async (at) => {
    const { status, body } = await at.client.post(path, { data: { type, attributes: attributes(at) } });
    if (status === 201) at.content[kept].push((body as { data: { id: string } }).data.id);
  };

const change =
  (
    type: string,
    kept: Exclude<keyof Content, 'types'>,
    attributes: (at: At) => Record<string, unknown>,
    path = `/${type}`,
  ): Write =>
  (at) => {
    const id = at.random.of(at.content[kept]);
    return at.client.patch(`${path}/${id}`, { data: { type, id, attributes: attributes(at) } });
  };

const links =
  (method: 'post' | 'delete', type: 'documents' | 'folders', name: string): Write =>
  (at) => {
    const [id] = at.content.documents.splice(at.random.below(at.content.documents.length), 1);
    const path = `/${type}/${at.random.of(at.content[type])}/relationships/${name}`;
    if (id !== undefined) at.content.documents.push(id);
    const data = [{ type: 'documents', id }];
    return method === 'post' ? at.client.post(path, { data }) : at.client.delete(path, {}, { data });
  };

const title = ({ random }: At): { title: string } => ({ title: `Word${random.below(5)} ${random.below(1000)}` });
const status = ({ random }: At): { status: string } => ({ status: random.of(['on', 'on', 'on', 'draft', 'off']) });
const inMinutes = ({ clock }: At, minutes: number): string =>
  new Date(clock.now().getTime() + minutes * 60_000).toISOString().replace('.000', '');
const isOn = (at: At): Record<string, unknown> => ({ ...title(at), status: 'on' });

/** Each kind of write, by name. */
export const WRITES: Readonly<Record<string, Write>> = {
  document: make('documents', 'documents', isOn),
  folder: make('folders', 'folders', isOn),
  category: make(
    'categories',
    'categories',
    (at) => ({ name: `c${at.random.below(1e6)}`, object_type_name: 'documents' }),
    '/model/categories',
  ),
  tag: make('tags', 'tags', (at) => ({ name: `t${at.random.below(1e6)}` }), '/model/tags'),
  translation: make('translations', 'translations', (at) => ({
    object_id: Number(at.random.of(at.content.documents)),
    lang: at.random.of(['it', 'de', 'fr']),
    status: 'on',
    translated_fields: title(at),
  })),
  permission: make('object_permissions', 'permissions', (at) => ({
    object_id: Number(at.random.of(at.content.documents)),
    role_id: 2,
    permission: 'read',
  })),
  title: change('documents', 'documents', title),
  status: change('documents', 'documents', status),
  folderStatus: change('folders', 'folders', status),
  folderTitle: change('folders', 'folders', title),
  publication: change('documents', 'documents', (at) => ({
    status: 'on',
    publish_start: inMinutes(at, at.random.below(20) - 5),
  })),
  end: change('documents', 'documents', (at) => ({
    status: 'on',
    publish_end: inMinutes(at, at.random.below(20) - 5),
  })),
  translated: change('translations', 'translations', (at) => ({ translated_fields: title(at) })),
  label: change('categories', 'categories', (at) => ({ enabled: at.random.below(2) === 0 }), '/model/categories'),
  tagged: change('documents', 'documents', (at) => ({
    tags: at.content.tags.slice(0, at.random.below(3)).map((id) => ({ id: Number(id) })),
  })),
  link: links('post', 'documents', 'see_also'),
  unlink: links('delete', 'documents', 'see_also'),
  place: links('post', 'folders', 'children'),
  unplace: links('delete', 'folders', 'children'),
  trash: (at) => at.client.delete(`/documents/${at.random.of(at.content.documents)}`),
  restore: (at) => {
    const id = at.random.of(at.content.documents);
    return at.client.patch(`/trash/${id}`, { data: { type: 'documents', id } });
  },
  forbid: async ({ client, content }) => {
    const id = content.permissions.pop();
    if (id !== undefined) await client.delete(`/object_permissions/${id}`);
  },
  both: ({ client, random, content }) =>
    client.post(
      '/operations',
      {
        'atomic:operations': [1, 2].map(() => {
          const id = random.of(content.documents);
          return {
            op: 'update',
            ref: { type: 'documents', id },
            data: { type: 'documents', id, attributes: { title: `Both ${random.below(1000)}` } },
          };
        }),
      },
      { 'Content-Type': 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"' },
    ),
  property: ({ client, random }) =>
    client.post('/model/properties', {
      data: {
        type: 'properties',
        attributes: { name: `p${random.below(1e6)}`, property_type_name: 'string', object_type_name: 'documents' },
      },
    }),
  time: ({ clock, random }) => Promise.resolve(clock.advance(random.below(10) * 60_000)),
};

/** Public reads of the content. */
export function readsOf({ documents, folders }: Content, random: Random): string[] {
  const ofDocuments = Array.from({ length: 2 }, () => `/documents/${random.of(documents)}`);
  const ofFolders = `/folders/${random.of(folders)}`;
  return [
    '/documents',
    '/documents?sort=-modified&page_size=3',
    '/documents?filter[query]=word1',
    '/documents?include=see_also,parents',
    '/documents?count=all',
    '/objects?filter[type]=documents,folders',
    '/folders?include=children',
    `${ofFolders}/children`,
    `${ofFolders}/relationships/children`,
    ...ofDocuments.flatMap((path) => [
      path,
      `${path}?include=see_also,translations&lang=it`,
      `${path}/see_also`,
      `${path}/translations`,
      `${path}/parents`,
    ]),
  ];
}
