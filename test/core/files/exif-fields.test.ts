// The fields that are read from EXIF, also of data that no camera writes.
import fc from 'fast-check';
import sharp, { type Exif } from 'sharp';
import { describe, expect, it } from 'vitest';
import { exifFields } from '../../../core/files/media/exif-fields.ts';
import { processorTime } from '../../support/run/processor-time.ts';

const picture = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#a33' } });

async function exifOf(exif: Exif): Promise<Buffer> {
  const { exif: block } = await sharp(await picture().withExif(exif).jpeg().toBuffer()).metadata();
  if (!block) throw new Error('no EXIF');
  return block;
}

interface Tag {
  tag: number;
  type: number;
  count: number;
  value: number;
}

/** One directory; `next` is the place of the one behind it. */
function directory(tags: readonly Tag[], next = 0): Buffer {
  const bytes = Buffer.alloc(2 + 12 * tags.length + 4);
  bytes.writeUInt16LE(tags.length);
  for (const [index, { tag, type, count, value }] of tags.entries()) {
    const at = 2 + 12 * index;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(count, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  }
  bytes.writeUInt32LE(next, bytes.length - 4);
  return bytes;
}

const HEAD = Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1');
const blockOf = (...parts: Buffer[]): Buffer => Buffer.concat([HEAD, ...parts]);

async function msOf<T>(work: () => Promise<T>): Promise<[T, number]> {
  const ms = processorTime();
  return [await work(), ms()];
}

describe('the result of reading EXIF', () => {
  it('has the fields of a camera', async () => {
    const block = await exifOf({ IFD0: { Make: 'Wombat', Model: 'One' }, IFD2: { FNumber: '28/10' } });
    expect(await exifFields(block)).toMatchObject({ Make: 'Wombat', Model: 'One', FNumber: 2.8 });
    // As it is in PNG, AVIF and some WebP.
    expect(await exifFields(block.subarray(6))).toMatchObject({ Make: 'Wombat' });
  });

  it('has artist and copyright, but no location, owner and device', async () => {
    const IFD0 = { Artist: 'Ada', Copyright: 'Ada', HostComputer: 'ada-laptop', ImageDescription: 'at home' };
    const IFD2 = {
      CameraOwnerName: 'Ada L',
      BodySerialNumber: '1234',
      LensSerialNumber: '5678',
      ImageUniqueID: 'abcd',
    };
    const IFD3 = { GPSLatitudeRef: 'N', GPSLatitude: '46/1 30/1 0/1' };
    const found = await exifFields(await exifOf({ IFD0, IFD2: { ...IFD2, Contrast: '1' }, IFD3 }));
    expect(found).toMatchObject({ Artist: 'Ada', Copyright: 'Ada' });
    expect(JSON.stringify(found)).not.toMatch(/laptop|home|Owner|Serial|1234|5678|abcd|GPS|46|Contrast/);
  });

  it('has at most 4 KB', async () => {
    const text = 'x'.repeat(400);
    const IFD0 = { Make: text, Model: text, Software: text, Artist: text, Copyright: text };
    const wide = '\\'.repeat(499);
    const IFD2 = { LensMake: wide, LensModel: wide };
    const found = await exifFields(await exifOf({ IFD0, IFD2 }));
    expect(Buffer.byteLength(JSON.stringify(found))).toBeLessThanOrEqual(4_096);
    expect(found).toMatchObject({ Make: text, LensModel: wide, Artist: text });
    expect(found).not.toHaveProperty('Software');
  });

  it('is empty, at once, for tags that all point at the same bytes', async () => {
    const tags = Array.from({ length: 2_700 }, (_, tag) => ({ tag, type: 3, count: 32_700, value: 8 }));
    for (const some of [tags, tags.slice(0, 300)]) {
      const block = blockOf(directory(some), Buffer.alloc(30_000));
      const [found, ms] = await msOf(() => exifFields(block));
      expect(found).toBeNull();
      expect(ms).toBeLessThan(1_000);
    }
  });

  it.each([
    [
      'more tags than any camera writes',
      blockOf(directory(Array.from({ length: 501 }, (_, tag) => ({ tag, type: 3, count: 1, value: 1 })))),
    ],
    ['a directory that follows itself', blockOf(directory([{ tag: 0x112, type: 3, count: 1, value: 1 }], 8))],
    ['a directory inside of itself', blockOf(directory([{ tag: 0x8769, type: 4, count: 1, value: 8 }]))],
    ['directories by the dozen', blockOf(directory([{ tag: 0x8769, type: 4, count: 9, value: 8 }]))],
    [
      'more than a JPEG has room for',
      blockOf(directory([{ tag: 0x112, type: 3, count: 1, value: 1 }]), Buffer.alloc(70_000)),
    ],
    ['a value that is longer than all', blockOf(directory([{ tag: 0x10f, type: 2, count: 4_000_000_000, value: 8 }]))],
    ['a directory that is cut', blockOf(directory([{ tag: 0x112, type: 3, count: 1, value: 1 }]).subarray(0, 9))],
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('Exif\0\0hello')],
  ])('is empty for %s', async (_what, block) => {
    expect(await exifFields(block)).toBeNull();
  });

  it('is fast for any bytes', async () => {
    const real = await exifOf({ IFD0: { Make: 'Wombat', Model: 'One' }, IFD2: { FNumber: '28/10', LensModel: 'Far' } });
    const changes = fc.array(fc.tuple(fc.nat(real.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    const changed = changes.map((found) => {
      const bytes = Buffer.from(real);
      for (const [at, byte] of found) bytes[at] = byte;
      return bytes;
    });
    const random = fc.uint8Array({ maxLength: 400 }).map((bytes) => blockOf(Buffer.from(bytes)));
    const number = fc.oneof(fc.nat(40), fc.nat(70_000), fc.nat(0xffffffff));
    const tag = fc.record({
      tag: fc.constantFrom(0x8769, 0x8825, 0xa005, 0x10f, 0x829d, 0x9003),
      type: fc.nat(14),
      count: number,
      value: number,
    });
    const built = fc
      .tuple(fc.array(fc.tuple(fc.array(tag, { maxLength: 8 }), fc.nat(200)), { maxLength: 4 }), fc.nat(60_000))
      .map(([found, more]) => blockOf(...found.map(([tags, next]) => directory(tags, next)), Buffer.alloc(more, 8)));
    const property = fc.asyncProperty(fc.oneof(changed, random, built), async (block) => {
      const [, ms] = await msOf(() => exifFields(block));
      expect(ms).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: 400 });
  });
});
