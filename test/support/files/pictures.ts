// Pictures for tests, and media objects with them.
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { lockObjects, viewOf } from '../../../core/objects/changes/lock-objects.ts';
import type { StreamRow } from '../../../core/store/store.ts';
import type { Client, TestService } from '../service.ts';

export interface PictureOptions {
  width?: number;
  height?: number;
  format?: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff';
  /** EXIF: 1 to 8. */
  orientation?: number;
}

/** Left half red, right half blue. */
export async function picture(options: PictureOptions = {}): Promise<Buffer> {
  const { width = 400, height = 300, format = 'png', orientation } = options;
  const left = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#ff0000' } };
  const image = sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .toFormat(format, { quality: 95 });
  return (orientation ? image.withMetadata({ orientation }) : image).toBuffer();
}

/** Colour in the middle of a quarter of a picture: x and y from 0 to 1. */
export async function colourAt(bytes: Buffer, x: number, y: number): Promise<{ r: number; g: number; b: number }> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * info.channels;
  return { r: data[at] ?? 0, g: data[at + 1] ?? 0, b: data[at + 2] ?? 0 };
}

export const isRed = ({ r, b }: { r: number; b: number }): boolean => r > 200 && b < 60;
export const isBlue = ({ r, b }: { r: number; b: number }): boolean => b > 200 && r < 60;

export interface UploadedMedia {
  objectId: string;
  streamId: string;
}

let serial = 0;

/** A file as the next version of an object, with the parameters of such uploads. @returns id of the stream */
export async function addStream(
  { service, clock }: TestService,
  objectId: string,
  bytes: Buffer,
  { mimeType = 'image/png', privateUrl = false }: { mimeType?: string; privateUrl?: boolean } = {},
): Promise<string> {
  const { store, fileStore } = service.services.files;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pictures-'));
  const file = path.join(folder, 'picture');
  await writeFile(file, bytes);
  const file_key = await fileStore.put({ path: file, size: bytes.length });
  await rm(folder, { recursive: true });
  const object_id = Number(objectId);
  const type = (await store.objects.findOne({ _id: object_id }))?.type ?? '';
  const _id = randomUUID();
  await store.transaction(async (transaction) => {
    const document = (await lockObjects(store, [{ id: object_id, type }], transaction)).get(object_id);
    if (!document) throw new Error(`no object ${objectId}`);
    const row: StreamRow = {
      _id,
      object_id,
      version: 1 + (await store.streams.countDocuments({ object_id }, { session: transaction })),
      file_name: 'picture',
      mime_type: mimeType,
      file_size: bytes.length,
      hash_md5: 'd41d8cd98f00b204e9800998ecf8427e',
      hash_sha1: createHash('sha1').update(bytes).digest('hex'),
      width: null,
      height: null,
      duration: null,
      file_metadata: null,
      private_url: privateUrl,
      file_key,
      created_by: 1,
      object: viewOf(document),
      revision: 1,
      created: clock.now(),
      modified: clock.now(),
    };
    await fileStore.commit(file_key, transaction);
    await store.streams.insertOne(row, { session: transaction });
  });
  return _id;
}

/** A new object of a media type with a file. */
export async function addMedia(
  test: TestService,
  bytes: Buffer,
  options: {
    type?: string;
    mimeType?: string;
    privateUrl?: boolean;
    attributes?: Record<string, unknown>;
    client?: Client;
  } = {},
): Promise<UploadedMedia> {
  const { type = 'images', attributes, client = test.admin, ...stream } = options;
  const { id } = await client.create(`/${type}`, { title: `Picture ${++serial}`, status: 'on', ...attributes });
  return { objectId: id, streamId: await addStream(test, id, bytes, stream) };
}
