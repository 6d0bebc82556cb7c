// Data for the requests: users of several kinds, and resources whose ids they name.
import { create, sendAs, type Made } from '../admin-requests.ts';
import { CommandError } from '../command-line.ts';

export const KINDS = ['nobody', 'admin', 'editor', 'reader', 'application', 'garbage'] as const;
/** As whom a request is made: `application` sends a key and no token, `garbage` a token that is none. */
export type Kind = (typeof KINDS)[number];

type Headers = Record<string, string>;
type User = 'admin' | 'editor' | 'reader';

const PASSWORD = 'words that nobody guesses';

export interface World {
  url: URL;
  /** Header fields of a kind. */
  credentials(kind: Kind): Headers;
  /** Signs a user in again, who has ended its sessions. */
  renew(kind: Kind): Promise<void>;
  /** Ids and names for path parameters. */
  values(parameter: string, path: string): readonly string[];
  /** Of a file that was just uploaded. */
  noteStream(id: string): void;
}

interface Service {
  url: string;
  username: string;
  password: string;
}

const FEW = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'];

type Create = (path: string, attributes: object) => Promise<Made>;

/** What requests name. @param users ids */
async function createResources(create: Create, users: readonly string[]) {
  const folder = await create('/folders', { title: 'Fuzz', status: 'on' });
  /** To be removed, since the others are needed. */
  const spare = await create('/folders', { title: 'Spare', status: 'on' });
  const documents = [
    await create('/documents', { title: 'One', body: '<p>Text</p>', status: 'on', lang: 'en' }),
    await create('/documents', { title: 'Two', status: 'draft' }),
    await create('/documents', { title: 'Spare', status: 'on' }),
  ];
  const image = await create('/images', { title: 'Picture', status: 'on' });
  const profile = await create('/profiles', { title: 'Somebody', status: 'on' });
  const translation = await create('/translations', {
    object_id: Number(documents[0]?.id),
    lang: 'it',
    status: 'on',
    translated_fields: { title: 'Uno' },
  });
  const annotation = await create('/annotations', { object_id: Number(documents[0]?.id), description: 'A remark' });
  const application = await create('/admin/applications', { name: 'fuzz' });
  const tag = await create('/model/tags', { name: 'fuzz' });
  const key = String(application.meta['api_key']);
  const objects = [...documents.slice(0, 2), folder, image, profile, ...documents.slice(2)].map(({ id }) => id);
  const byParameter: Readonly<Record<string, readonly string[]>> = {
    folder_id: [folder.id, spare.id],
    user_id: users,
    translation_id: [translation.id],
    annotation_id: [annotation.id],
    tag_id: [tag.id],
    application_id: [application.id],
    relation_name: ['poster', 'children', 'parents', 'created_by_user', 'streams'],
    type_name: ['documents', 'users'],
    object_type: ['image', 'document'],
    file_name: ['a.png', 'a.txt'],
    version_number: ['1'],
    tree_path: ['fuzz'],
    related_id: objects,
    child_id: objects,
  };
  return { key, documents, image, objects, byParameter };
}

/** @throws CommandError when the service does not create them */
export async function openWorld({ url, username, password }: Service): Promise<World> {
  const tokens: Partial<Record<User, string>> = {};
  const names: Record<User, string> = { admin: username, editor: 'fuzz-editor', reader: 'fuzz-reader' };
  let serial = 0;

  async function signIn(user: User): Promise<boolean> {
    const answer = await fetch(`${url}/auth`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: names[user], password: user === 'admin' ? password : PASSWORD }),
    });
    const { meta } = (await answer.json()) as { meta?: { jwt?: string } };
    if (answer.status === 200 && meta?.jwt !== undefined) tokens[user] = meta.jwt;
    return answer.status === 200;
  }

  const send = () => sendAs(url, tokens.admin ?? '');
  const made: Create = (path, attributes) =>
    create(send(), path, attributes).catch(({ message }: Error) => {
      throw new CommandError(message);
    });

  async function createUser(user: 'editor' | 'reader'): Promise<string> {
    names[user] = `fuzz-${user}-${++serial}`;
    const given = { username: names[user], uname: `user-${names[user]}`, password: PASSWORD, status: 'on' };
    const { id } = await made('/users', given);
    const data = [{ type: 'roles', id: '2' }];
    if (user === 'editor') await send()('POST', `/users/${id}/relationships/roles`, { data }).catch(() => undefined);
    await signIn(user);
    return id;
  }

  if (!(await signIn('admin'))) throw new CommandError(`${username} cannot sign in`);
  const users = [await createUser('editor'), await createUser('reader')];
  const { key, documents, image, objects, byParameter } = await createResources(made, users);
  const streams: string[] = [];

  return {
    url: new URL(url),
    credentials(kind) {
      if (kind === 'nobody') return {};
      if (kind === 'application') return { 'X-Api-Key': key };
      const token = kind === 'garbage' ? 'eyJhbGciOiJub25lIn0.eyJpZCI6MX0.' : tokens[kind];
      return { Authorization: `Bearer ${token ?? ''}` };
    },
    async renew(kind) {
      if (kind !== 'admin' && kind !== 'editor' && kind !== 'reader') return;
      if ((await signIn(kind)) || kind === 'admin') return;
      if (await signIn('admin')) await createUser(kind).catch(() => undefined);
    },
    values(parameter, path) {
      const first = path.split('/')[1] ?? '';
      if (parameter === 'stream_id') return streams.length > 0 ? streams : ['00000000-0000-4000-8000-000000000000'];
      if (parameter === 'object_id')
        return first === 'images' || first === 'media'
          ? [image.id]
          : first === 'documents'
            ? documents.map(({ id }) => id)
            : objects;
      return byParameter[parameter] ?? FEW;
    },
    noteStream(id) {
      streams.push(id);
      if (streams.length > 20) streams.shift();
    },
  };
}
