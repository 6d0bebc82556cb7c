// The pixels of thumbnails by their options (D33).
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { pictureWork } from '../../../core/files/media/sharp-work.ts';
import { makePicture, UnusablePicture, type MadePicture } from '../../../core/files/thumbnails/make-picture.ts';
import { planPicture } from '../../../core/files/thumbnails/picture-plan.ts';
import { readOptions, thumbnailHash, type ThumbnailOptions } from '../../../core/files/thumbnails/thumbnail-options.ts';
import { colourAt, isBlue, isRed, picture } from '../../support/files/pictures.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'thumbnails-'));
afterAll(() => rmSync(folder, { recursive: true }));

function optionsOf(input: Record<string, unknown>): ThumbnailOptions {
  const result = readOptions(input);
  if ('fault' in result) throw new Error(result.fault.detail);
  return result.options;
}

let serial = 0;
async function make(
  source: Buffer,
  input: Record<string, unknown>,
  maxPixels = 50_000_000,
): Promise<MadePicture & { bytes: Buffer }> {
  const files = { source: path.join(folder, `${++serial}.source`), target: path.join(folder, `${serial}.target`) };
  await writeFile(files.source, source);
  const made = await pictureWork('thumbnail', (loaded) => makePicture(loaded, files, optionsOf(input), maxPixels));
  return { ...made, bytes: await readFile(files.target) };
}

const dimensions = async (source: Buffer, input: Record<string, unknown>): Promise<string> => {
  const { bytes, width, height } = await make(source, input);
  const seen = await sharp(bytes).metadata();
  expect([seen.width, seen.height]).toEqual([width, height]);
  return `${width}x${height}`;
};

describe('the size of a thumbnail', () => {
  // Of a picture of 400 x 300.
  it.each([
    [{}, '768x576'],
    [{ w: 200 }, '200x150'],
    [{ h: '60' }, '80x60'],
    [{ w: 200, h: 200 }, '200x150'],
    [{ w: 800, h: 800 }, '800x600'],
    [{ w: 800, h: 800, fit: 'max' }, '400x300'],
    [{ w: 800, fit: 'max' }, '400x300'],
    [{ w: 100, h: 100, fit: 'max' }, '100x75'],
    [{ w: 100, h: 100, fit: 'fill' }, '100x100'],
    [{ w: 500, h: 500, fit: 'fill' }, '500x500'],
    [{ w: 500, h: 500, fit: 'fill-max' }, '500x500'],
    [{ w: 90, h: 20, fit: 'stretch' }, '90x20'],
    [{ w: 130, h: 85, fit: 'crop' }, '130x85'],
    [{ w: 85, h: 130, fit: 'crop-bottom-right' }, '85x130'],
    [{ w: 100, fit: 'crop' }, '100x75'],
    [{ w: 100, h: 100, crop: '100,50,300,250' }, '100x50'],
    [{ w: 100, h: 100, crop: '1000,1000,350,0' }, '17x100'],
    [{ w: 100, h: 100, or: '90' }, '75x100'],
    [{ w: 2048, h: 2048 }, '2048x1536'],
  ])('of %o is %s', async (input, size) => {
    expect(await dimensions(await picture(), input)).toBe(size);
  });

  it('is never more than 2048 by 2048, for any proportions, and never zero', async () => {
    const tall = await picture({ width: 2, height: 4000 });
    expect(await dimensions(tall, { w: 2048 })).toBe('1x2048');
    expect(await dimensions(tall, { w: 2048, h: 2048, fit: 'crop' })).toBe('2048x2048');
    expect(await dimensions(tall, { w: 10, h: 10 })).toBe('1x10');
    for (const fit of ['contain', 'max', 'fill', 'fill-max', 'stretch', 'crop'] as const) {
      for (const [width, height] of [
        [1, 100_000],
        [100_000, 1],
        [3, 5],
        [5000, 5000],
      ] as const) {
        const plan = planPicture({ width, height }, optionsOf({ w: 2048, h: 7, fit }));
        expect(plan?.width).toBeGreaterThanOrEqual(1);
        expect(plan?.height).toBeGreaterThanOrEqual(1);
        expect(plan?.width).toBeLessThanOrEqual(2048);
        expect(plan?.height).toBeLessThanOrEqual(2048);
        expect((plan?.region.left ?? 0) + (plan?.region.width ?? 0)).toBeLessThanOrEqual(width);
        expect((plan?.region.top ?? 0) + (plan?.region.height ?? 0)).toBeLessThanOrEqual(height);
      }
    }
  });
});

describe('the content of a thumbnail', () => {
  it('is the part that crop keeps', async () => {
    const source = await picture();
    const left = await make(source, { w: 50, h: 100, fit: 'crop-left' });
    expect([await colourAt(left.bytes, 0.1, 0.5), await colourAt(left.bytes, 0.9, 0.5)].every(isRed)).toBe(true);
    const right = await make(source, { w: 50, h: 100, fit: 'crop-top-right' });
    expect([await colourAt(right.bytes, 0.1, 0.5), await colourAt(right.bytes, 0.9, 0.5)].every(isBlue)).toBe(true);
    const part = await make(source, { w: 50, h: 50, crop: '50,50,300,0' });
    expect(isBlue(await colourAt(part.bytes, 0.5, 0.5))).toBe(true);
  });

  it('is turned by EXIF, or by degrees counter-clockwise', async () => {
    // Turned by 90 degrees clockwise to be seen: the red left half is above.
    const turned = await picture({ format: 'jpeg', orientation: 6 });
    const auto = await make(turned, { w: 300, h: 400 });
    expect([auto.width, auto.height]).toEqual([300, 400]);
    expect(isRed(await colourAt(auto.bytes, 0.5, 0.1))).toBe(true);
    expect(isBlue(await colourAt(auto.bytes, 0.5, 0.9))).toBe(true);
    const asStored = await make(turned, { w: 400, h: 300, or: '0' });
    expect(isRed(await colourAt(asStored.bytes, 0.1, 0.5))).toBe(true);
    expect(await sharp(asStored.bytes).metadata()).not.toHaveProperty('orientation');
    const byDegrees = await make(turned, { h: 400, or: '90' });
    expect(isBlue(await colourAt(byDegrees.bytes, 0.5, 0.1))).toBe(true);
    const cropped = await make(turned, { w: 50, h: 50, crop: '300,100,0,0' });
    expect(isRed(await colourAt(cropped.bytes, 0.5, 0.5))).toBe(true);
  });

  it('has margins with fill, white without transparency', async () => {
    const source = await picture();
    const jpeg = await make(source, { w: 200, h: 200, fit: 'fill', fm: 'jpg' });
    expect((await colourAt(jpeg.bytes, 0.5, 0.02)).g).toBeGreaterThan(240);
    const { data } = await sharp((await make(source, { w: 200, h: 200, fit: 'fill' })).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[3]).toBe(0);
  });

  it('is blurred', async () => {
    const { bytes } = await make(await picture(), { w: 100, blur: '50' });
    const middle = await colourAt(bytes, 0.5, 0.5);
    expect(middle.r).toBeGreaterThan(60);
    expect(middle.b).toBeGreaterThan(60);
  });

  it('has no metadata of the source, and is in sRGB', async () => {
    const source = await sharp(await picture({ format: 'jpeg' }))
      .withExif({ IFD0: { Copyright: 'Wombat' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const { bytes } = await make(source, { w: 20 });
    const found = await sharp(bytes).metadata();
    expect(found.exif).toBeUndefined();
    expect(found.icc).toBeUndefined();
    expect(found.space).toBe('srgb');
  });
});

describe('the format of a thumbnail', () => {
  it.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['gif', 'image/gif'],
    ['avif', 'image/jpeg'],
    ['tiff', 'image/png'],
  ] as const)('of %s is %s', async (format, mimeType) => {
    const made = await make(await picture({ format, width: 40, height: 30 }), { w: 20 });
    expect(made.mime_type).toBe(mimeType);
    expect(made.file_size).toBe(made.bytes.length);
  });

  it.each([
    ['jpg', 'jpeg'],
    ['png', 'png'],
    ['gif', 'gif'],
    ['webp', 'webp'],
    ['avif', 'heif'],
  ])('is %s on request', async (fm, format) => {
    const { bytes } = await make(await picture(), { w: 20, fm, q: '50' });
    expect((await sharp(bytes).metadata()).format).toBe(format);
  });

  it('is a progressive JPEG as pjpg', async () => {
    const { bytes } = await make(await picture(), { w: 200, fm: 'pjpg' });
    expect((await sharp(bytes).metadata()).isProgressive).toBe(true);
  });

  it('has the requested quality', async () => {
    const noise = {
      create: {
        width: 200,
        height: 200,
        channels: 3 as const,
        noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
      },
    };
    const source = await sharp(noise as never)
      .jpeg()
      .toBuffer();
    const [low, high] = [await make(source, { w: 200, q: '10' }), await make(source, { w: 200, q: '95' })];
    expect(low.file_size).toBeLessThan(high.file_size / 2);
  });
});

describe('a picture that cannot be used', () => {
  it.each([
    ['with more pixels than may be', async () => picture({ width: 300, height: 300 }), 1000, /too many pixels/],
    [
      'that is cut off',
      async () => (await picture({ format: 'jpeg', width: 900, height: 900 })).subarray(0, 3000),
      1e7,
      /cannot be read/,
    ],
    ['of something else', () => Promise.resolve(Buffer.from('wombat')), 1e7, /cannot be read/],
    [
      'that is drawn',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      1e7,
      /cannot be read/,
    ],
  ])('%s is distinguished from errors of the machine', async (_name, source, maxPixels, message) => {
    const making = make(await source(), { w: 10 }, maxPixels);
    await expect(making).rejects.toThrow(UnusablePicture);
    await expect(making).rejects.toThrow(message);
  });

  it('is usable with other options if only the crop area is outside', async () => {
    await expect(make(await picture(), { crop: '10,10,400,0' })).rejects.toMatchObject({ always: false });
  });
});

describe('options', () => {
  it('that mean the same are equal', () => {
    const same = [
      { w: '10', fit: 'crop-center' },
      { fit: 'crop', w: 10, blur: 0, or: 'auto' },
    ].map(optionsOf);
    expect(new Set(same.map((options) => thumbnailHash('key', options))).size).toBe(1);
    expect(thumbnailHash('other', same[0] as ThumbnailOptions)).not.toBe(
      thumbnailHash('key', same[0] as ThumbnailOptions),
    );
  });

  it.each([
    [null],
    [5],
    ['w'],
    [[]],
    [{ w: {} }],
    [{ w: [5] }],
    [{ constructor: 1 }],
    [{ toString: 1 }],
    [{ w: ' 5' }],
    [{ w: '1e2' }],
    [{ crop: '0,0,0,0' }],
    [{ fm: 'svg' }],
  ] as [unknown][])('that are invalid are a fault: %o', (input) => {
    expect(readOptions(input)).toHaveProperty('fault.detail');
  });
});
