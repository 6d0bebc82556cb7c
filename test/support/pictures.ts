// Pictures for tests, and media objects with them.
import sharp from 'sharp';
import { touchObjects, viewOf } from '../../core/objects/touch-objects.ts';
import { JSON_API, type Client, type TestService } from './service.ts';

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

/** Uploads a file as the first version of an object. */
export async function addStream(
  test: TestService,
  objectId: string,
  bytes: Buffer,
  { mimeType = 'image/png', privateUrl = false }: { mimeType?: string; privateUrl?: boolean } = {},
): Promise<string> {
  const { store } = test.service.services;
  const answer = await test.admin.request(
    'post',
    `/streams/upload/file-${++serial}?private_url=${privateUrl}`,
    (request) => request.set({ 'Content-Type': mimeType, Accept: JSON_API }).send(bytes),
  );
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  const { id } = (answer.body as { data: { id: string } }).data;
  const object_id = Number(objectId);
  const type = (await store.objects.findOne({ _id: object_id }))?.type ?? '';
  await store.transaction(async (session) => {
    const document = (await touchObjects(store, [{ id: object_id, type }], session)).get(object_id);
    if (!document) throw new Error(`no object ${objectId}`);
    const version = 1 + (await store.streams.countDocuments({ object_id }, { session }));
    await store.streams.updateOne({ _id: id }, { $set: { object_id, version, object: viewOf(document) } }, { session });
  });
  return id;
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
