// A service with rows of every kind in its database.
import { readAll } from '../files/storages.ts';
import type { ResourceData, TestService } from '../service.ts';
import { folderMaker, item } from '../writes/tree-world.ts';
import { addPicture, storeFile } from '../files/uploads.ts';

export interface Filled {
  /** A document with three versions, translations, an annotation, and two links under a relation. */
  document: number;
  relation: number;
  /** A relation of documents among themselves, in which it has a link. */
  symmetric: number;
  /** Folders: a root, in it one with separate permissions, and one in that. */
  root: number;
  folder: number;
  leaf: number;
  /** A document in the folder, which inherits its permissions. */
  inside: number;
  /** A document without places. */
  other: number;
  translation: number;
  trashedTranslation: number;
  /** Its row of `objects`. */
  trashedRow: object;
  annotation: number;
  stream: string;
  fileKey: string;
  bytes: Buffer;
  /** Of a stream that belongs to no object. */
  freeKey: string;
  job: string;
  makeThumbnail(): Promise<void>;
  /** One of several changes. */
  writeSomething(n: number): Promise<void>;
}

async function addRelation({ admin }: TestService, name: string, inverse: string): Promise<number> {
  const { id } = await admin.create('/model/relations', { name, inverse_name: inverse });
  for (const side of ['left', 'right'])
    await admin.patch(`/model/relations/${id}/relationships/${side}_object_types`, {
      data: [{ type: 'object_types', id: 'documents' }],
    });
  return Number(id);
}

const path = ({ type, id }: ResourceData): string => `/${type}/${id}`;

async function must(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`${status} ${text}`);
}

export async function fillWithAll(test: TestService): Promise<Filled> {
  const { admin, service } = test;
  const { store } = service.services;
  const makeFolder = folderMaker(() => admin);
  const relation = await addRelation(test, 'cites', 'cited_by');
  const symmetric = await addRelation(test, 'resembles', 'resembles');
  await admin.create('/model/tags', { name: 'red' });
  await admin.create('/model/properties', {
    object_type_name: 'documents',
    name: 'stars',
    property_type_name: 'integer',
  });
  const document = await admin.create('/documents', { title: 'Wombats', body: '<p>dig</p>', tags: [{ name: 'red' }] });
  const others: ResourceData[] = [];
  for (const title of ['Quolls', 'Numbats', 'Bilbies'])
    others.push(await admin.create('/documents', { title, status: 'on', publish_end: '2040-01-01T00:00:00Z' }));
  await must(admin.patch(path(document), { data: { ...item(document), attributes: { title: 'The wombats' } } }));
  await must(admin.patch(path(document), { data: { ...item(document), attributes: { stars: 5 } } }));
  const [first, second, third] = others as [ResourceData, ResourceData, ResourceData];
  await must(admin.post(`${path(document)}/relationships/cites`, { data: [item(first), item(second)] }));
  await must(admin.post(`${path(document)}/relationships/resembles`, { data: [item(third), item(first)] }));
  const translate = (lang: string) =>
    admin.create('/translations', {
      object_id: Number(document.id),
      lang,
      status: 'on',
      translated_fields: { title: 'I vombati' },
    });
  const translation = await translate('it');
  const trashed = await translate('de');
  await must(admin.delete(`/translations/${trashed.id}`) as never);
  const annotation = await admin.create('/annotations', { object_id: Number(document.id), description: 'A remark' });

  const root = await makeFolder('Animals');
  const folder = await makeFolder('Marsupials', root);
  const leaf = await makeFolder('Diggers', folder);
  const inside = await admin.create('/documents', { title: 'Potoroos', status: 'on' });
  await must(admin.post(`${path(folder)}/relationships/children`, { data: [item(inside)] }));
  await must(admin.post(`${path(root)}/relationships/children`, { data: [item(first)] }));
  await admin.create('/object_permissions', { object_id: Number(folder.id), role_id: 1, permission: 'read' });

  const picture = await admin.create('/images', { title: 'Picture', status: 'on' });
  const stream = await addPicture(test, admin, picture);
  const free = await storeFile(admin);
  const trash = await admin.create('/news', { title: 'Old news' });
  await must(admin.delete(path(trash)) as never);
  const job = await admin.create('/admin/async_jobs', { service: 'queue', scheduled_from: '2040-01-01T00:00:00Z' });
  const row = await store.streams.findOne({ _id: stream.id });
  const fileKey = row?.file_key ?? '';
  return {
    document: Number(document.id),
    relation,
    symmetric,
    root: Number(root.id),
    folder: Number(folder.id),
    leaf: Number(leaf.id),
    inside: Number(inside.id),
    other: Number(second.id),
    translation: Number(translation.id),
    trashedTranslation: Number(trashed.id),
    trashedRow: (await store.objects.findOne({ _id: Number(trashed.id) })) as object,
    annotation: Number(annotation.id),
    stream: stream.id,
    fileKey,
    bytes: await readAll(await service.services.files.fileStore.storage.read(fileKey)),
    freeKey: (await store.streams.findOne({ _id: free.id }))?.file_key ?? '',
    job: job.id,
    makeThumbnail: () => must(admin.get(`/media/thumbs/${picture.id}?preset=default`) as never),
    writeSomething: writerOf(test, { document, first, root, folder }),
  };
}

/** Creates, changes, moves, links, trashes and purges, with different objects each time. */
function writerOf(
  { admin }: TestService,
  { document, first, root, folder }: Record<'document' | 'first' | 'root' | 'folder', ResourceData>,
): Filled['writeSomething'] {
  return async (n) => {
    const made = await admin.create('/documents', { title: `Number ${n}`, status: n % 2 ? 'on' : 'draft' });
    const status = n % 3 ? 'on' : 'off';
    await must(admin.patch(path(document), { data: { ...item(document), attributes: { title: `T${n}`, status } } }));
    await must(admin.post(`${path(n % 2 ? root : folder)}/relationships/children`, { data: [item(made)] }));
    await must(admin.post(`${path(made)}/relationships/resembles`, { data: [item(first)] }));
    await admin.create('/annotations', { object_id: Number(made.id), description: `Remark ${n}` });
    await storeFile(admin, { content: `Text ${n} ${made.id}` });
    await must(admin.delete(path(made)) as never);
    if (n % 2) await must(admin.delete(`/trash/${made.id}`) as never);
  };
}
