// Pictures that would need more memory, or time, than is available.
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPicture } from '../../../core/files/media/raster-picture.ts';
import { pictureWork } from '../../../core/files/media/sharp-work.ts';
import { takeSample } from '../../../core/files/sample.ts';
import { processorTime } from '../../support/run/processor-time.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'colophon-raster-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: Buffer, mimeType: string, maxPixels = 50_000_000) {
  const file = path.join(folder, 'picture');
  await writeFile(file, content);
  return readPicture(file, { mimeType, sample: await takeSample(file, content.length), maxPixels });
}

/** A lossless WebP that is all header: its pixels would be of one colour. */
function emptyWebp(width: number, height: number): Buffer {
  const bits = (width - 1) | ((height - 1) << 14);
  const content = Buffer.alloc(18);
  content[0] = 0x2f;
  content.writeUInt32LE(bits >>> 0, 1);
  const head = Buffer.alloc(20);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(12 + content.length, 4);
  head.write('WEBPVP8L', 8, 'latin1');
  head.writeUInt32LE(content.length, 16);
  return Buffer.concat([head, content]);
}

const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#a33' } });

describe('a picture that is decoded as a whole', () => {
  it('is refused before decoding, with more than 32 million pixels', async () => {
    const before = process.memoryUsage.rss();
    await expect(read(emptyWebp(7_000, 7_000), 'image/webp')).rejects.toMatchObject({
      code: 'unreadable_file',
      message: expect.stringMatching(/32000000 pixels/),
    });
    expect(process.memoryUsage.rss() - before).toBeLessThan(60_000_000);
  });

  it.each([
    ['progressive JPEG', 'image/jpeg', () => flat(8_000, 4_001).jpeg({ progressive: true })],
    ['interlaced PNG', 'image/png', () => flat(8_000, 4_001).png({ progressive: true, compressionLevel: 1 })],
  ])('is refused as %s', async (_what, type, make) => {
    await expect(read(await make().toBuffer(), type)).rejects.toMatchObject({ code: 'unreadable_file' });
  });

  it('is accepted as JPEG that is read line by line', async () => {
    const content = await flat(8_000, 4_001).jpeg().toBuffer();
    expect(await read(content, 'image/jpeg')).toMatchObject({ width: 8_000, height: 4_001 });
  });

  it('is accepted within the limits', async () => {
    const content = await flat(300, 200).webp().toBuffer();
    expect(await read(content, 'image/webp', 60_000)).toMatchObject({ width: 300, height: 200 });
    await expect(read(content, 'image/webp', 59_999)).rejects.toMatchObject({ code: 'unreadable_file' });
  });
});

describe('a vector image', () => {
  it('is not read as a picture, with any name', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><image href="file:///etc/hostname"/></svg>';
    await expect(read(Buffer.from(svg), 'image/png')).rejects.toMatchObject({ code: 'unreadable_file' });
    // The same for the whole process.
    await expect(pictureWork('upload', (loaded) => loaded(Buffer.from(svg)).metadata())).rejects.toThrow(
      /unsupported|svg/i,
    );
  });
});

describe('a picture with EXIF that would block the process', () => {
  it('is accepted at once, without EXIF', async () => {
    const tags = Array.from({ length: 2_700 }, (_, tag) => {
      const bytes = Buffer.alloc(12);
      bytes.writeUInt16LE(tag);
      bytes.writeUInt16LE(3, 2);
      bytes.writeUInt32LE(32_700, 4);
      return bytes;
    });
    const head = Buffer.from('II*\0\x08\0\0\0', 'latin1');
    const exif = Buffer.concat([head, Buffer.from([2_700 & 255, 2_700 >> 8]), ...tags, Buffer.alloc(33_000)]);
    const work = processorTime();
    const content = await withExif(exif.subarray(0, 65_400));
    const { width, file_metadata } = await read(content, 'image/webp');
    expect({ width, file_metadata }).toEqual({ width: 8, file_metadata: null });
    expect(work()).toBeLessThan(3_000);
  });
});

/** An extended WebP of 8 by 8 pixels. */
async function withExif(exif: Buffer): Promise<Buffer> {
  const file = path.join(folder, 'plain.webp');
  await flat(8, 8)
    .withExif({ IFD0: { Make: 'Wombat' } })
    .webp()
    .toFile(file);
  const plain = await readFile(file);
  const at = plain.indexOf('EXIF', 0, 'latin1');
  const size = Buffer.alloc(4);
  size.writeUInt32LE(exif.length);
  const whole = Buffer.concat([plain.subarray(0, at + 4), size, exif]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}
