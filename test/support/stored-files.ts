// Files for tests: uploaded, and belonging to objects.
import { touchObjects, viewOf } from '../../core/objects/touch-objects.ts';
import type { Client, ResourceData, TestService } from './service.ts';

export interface FileToStore {
  name?: string;
  content?: string | Buffer;
  mediaType?: string;
  isPrivate?: boolean;
}

/** @returns the stream, which belongs to no object */
export async function storeFile(client: Client, file: FileToStore = {}): Promise<ResourceData> {
  const { name = 'wombat.txt', content = 'A wombat digs at night.', mediaType = 'text/plain', isPrivate } = file;
  const path = `/streams/upload/${encodeURIComponent(name)}${isPrivate ? '?private_url=true' : ''}`;
  const answer = await client.request('post', path, (request) =>
    request.set('Content-Type', mediaType).send(content as string),
  );
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
  return (answer.body as { data: ResourceData }).data;
}

export interface ObjectFile {
  /** Of the stream. */
  id: string;
  /** Of the object, one of `files`. */
  objectId: string;
  /** Address of the file for nobody in particular. */
  path: string;
}

/** A file of an object, by an admin. @param attributes of the object, which anybody sees unless they say otherwise */
export async function storeObjectFile(
  { admin, service }: TestService,
  file: FileToStore = {},
  attributes: Record<string, unknown> = {},
): Promise<ObjectFile> {
  const { id } = await storeFile(admin, file);
  const object = await admin.create('/files', { title: 'Wombat', status: 'on', ...attributes });
  const { store } = service.services;
  const _id = Number(object.id);
  await store.transaction(async (session) => {
    const document = (await touchObjects(store, [{ id: _id, type: 'files' }], session)).get(_id);
    if (!document) throw new Error('no such object');
    await store.streams.updateOne({ _id: id }, { $set: { object_id: _id, object: viewOf(document) } }, { session });
  });
  return { id, objectId: object.id, path: `/streams/download/${id}` };
}
