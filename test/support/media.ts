// Media objects with files, for tests about them.
import sharp from 'sharp';
import { viewOf } from '../../core/objects/touch-objects.ts';
import type { StreamRow } from '../../core/store/store.ts';
import type { Client, ResourceData, TestService } from './service.ts';

/** A picture that is like no other of the test: files with the same bytes would be one version. */
let pictures = 0;
const picture = (width = 3, height = 2): Promise<Buffer> => {
  const number = ++pictures;
  const background = { r: number & 255, g: (number >> 8) & 255, b: (number >> 16) & 255 };
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
};

export interface Upload {
  file?: Buffer;
  name?: string;
  mediaType?: string;
  privateUrl?: boolean;
}

/** Uploads a file that belongs to no object. */
export async function upload(client: Client, given: Upload = {}): Promise<ResourceData> {
  const { file = await picture(), name = 'picture.png', mediaType = 'image/png', privateUrl = false } = given;
  const response = await client.request('post', `/streams/upload/${name}?private_url=${privateUrl}`, (request) =>
    request.set('Content-Type', mediaType).send(file),
  );
  if (response.status !== 201) throw new Error(`upload -> ${response.status} ${response.text}`);
  return (response.body as { data: ResourceData }).data;
}

/** Uploads a file and links it to an object, as its latest version. */
export async function addFile(
  { service }: TestService,
  client: Client,
  { id, type }: Pick<ResourceData, 'id' | 'type'>,
  given: Upload = {},
): Promise<ResourceData> {
  const stream = await upload(client, given);
  const { store } = service.services;
  const object_id = Number(id);
  const document = await store.documents(type).findOneAndUpdate({ _id: object_id }, { $inc: { fence: 1 } } as never);
  if (!document) throw new Error(`no ${type} ${id}`);
  const version = (await store.streams.countDocuments({ object_id })) + 1;
  await store.streams.updateOne({ _id: stream.id }, { $set: { object_id, version, object: viewOf(document) } });
  return stream;
}

export const streamRow = ({ service }: TestService, id: string): Promise<StreamRow | null> =>
  service.services.store.streams.findOne({ _id: id });
