// The detected properties of accepted uploads: type, size, length, data of the camera (D32).
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { serviceForTests } from '../../support/service.ts';
import { fixture, uploadStream } from '../../support/files/uploads.ts';

const t = serviceForTests();

interface Stream {
  attributes: Record<string, unknown>;
  meta: Record<string, unknown>;
}

async function uploaded(name: string, content: Buffer | string, type: string): Promise<Stream> {
  const response = await uploadStream(t.admin, name, content, type);
  expect({ status: response.status, text: response.status === 201 ? '' : response.text }).toEqual({
    status: 201,
    text: '',
  });
  return (response.body as { data: Stream }).data;
}

const picture = (width = 30, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });

const frames = async (count: number, width = 30, height = 20): Promise<Sharp> => {
  const pages = Array.from({ length: count }, (_, at) =>
    sharp({ create: { width, height, channels: 3, background: { r: at * 20, g: 0, b: 0 } } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(pages), { join: { animated: true } });
};

test.each(['jpeg', 'png', 'gif', 'webp', 'avif', 'tiff'] as const)('%s: type and size', async (format) => {
  const { attributes, meta } = await uploaded(
    `a.${format}`,
    await picture().toFormat(format).toBuffer(),
    `image/${format}`,
  );
  expect(attributes['mime_type']).toBe(`image/${format}`);
  expect(meta).toMatchObject({ width: 30, height: 20, duration: null });
});

test.each(['gif', 'webp'] as const)('an animated %s has the size of a frame', async (format) => {
  const content = await (await frames(4)).toFormat(format).toBuffer();
  expect((await uploaded(`a.${format}`, content, `image/${format}`)).meta).toMatchObject({ width: 30, height: 20 });
});

test('a picture turned by EXIF has its displayed size', async () => {
  const content = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect((await uploaded('turned.jpg', content, 'image/jpeg')).meta).toMatchObject({ width: 20, height: 30 });
});

test('metadata of the camera are stored flat, without the location', async () => {
  const exif = {
    IFD0: { Make: 'Lochkamera', Model: 'M 1', Copyright: 'x'.repeat(2_000) },
    IFD2: { DateTimeOriginal: '2026:05:13 07:09:23', FNumber: '28/10', ISOSpeedRatings: '200' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '46/1 30/1 0/1' },
  };
  const content = await picture().withExif(exif).jpeg().toBuffer();
  const { meta } = await uploaded('exif.jpg', content, 'image/jpeg');
  const metadata = meta['file_metadata'] as Record<string, unknown>;
  expect(metadata).toMatchObject({
    Make: 'Lochkamera',
    Model: 'M 1',
    FNumber: 2.8,
    DateTimeOriginal: '2026-05-13T07:09:23.000Z',
  });
  expect(String(metadata['Copyright'])).toHaveLength(500);
  expect(JSON.stringify(metadata)).not.toMatch(/GPS|46/);
});

test.each([
  ['film.mp4', 'video/mp4', { width: 64, height: 48 }],
  ['film.mov', 'video/quicktime', { width: 64, height: 48 }],
  ['film.webm', 'video/webm', { width: 64, height: 48 }],
  ['film.mkv', 'video/matroska', { width: 64, height: 48 }],
  ['sound.mp3', 'audio/mpeg', { width: null, height: null }],
  ['sound.ogg', 'audio/ogg', { width: null, height: null }],
  ['sound.opus', 'audio/ogg', { width: null, height: null }],
  ['sound.wav', 'audio/wav', { width: null, height: null }],
  ['sound.m4a', 'audio/mp4', { width: null, height: null }],
  ['sound.webm', 'audio/webm', { width: null, height: null }],
])('%s: %s, its length and size', async (name, type, size) => {
  const { attributes, meta } = await uploaded(name, await fixture(name), '');
  expect(attributes['mime_type']).toBe(type);
  expect(meta).toMatchObject(size);
  expect(meta['duration']).toBeGreaterThan(0.95);
  expect(meta['duration']).toBeLessThan(1.1);
  expect(Number(meta['duration']) * 1_000).toBeCloseTo(Math.round(Number(meta['duration']) * 1_000), 6);
});

test('sound.flac has a length in milliseconds', async () => {
  expect((await uploaded('sound.flac', await fixture('sound.flac'), 'audio/x-flac')).meta['duration']).toBe(0.2);
});

test.each([
  ['film.avi', 'video/x-msvideo', 'video/vnd.avi'],
  ['fragments.mp4', 'video/mp4', 'video/mp4'],
])('%s is accepted without a known length', async (name, declared, type) => {
  const { attributes, meta } = await uploaded(name, await fixture(name), declared);
  expect([attributes['mime_type'], meta['duration']]).toEqual([type, null]);
});

test('a film truncated before its index is accepted without a length', async () => {
  const content = await fixture('film.mkv');
  const { attributes } = await uploaded('cut.mkv', content.subarray(0, 300), 'video/x-matroska');
  expect(attributes['mime_type']).toBe('video/matroska');
  const mp4 = await fixture('film.mp4');
  expect((await uploaded('cut.mp4', mp4.subarray(0, 40), 'video/mp4')).meta['duration']).toBeNull();
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"';

test.each([
  [`${SVG} width="120" height="40px"/>`, 120, 40],
  [`<?xml version="1.0"?>\n<!-- a > b -->\n${SVG} viewBox="0 0 24 12"><path d="M0 0"/></svg>`, 24, 12],
  [`${SVG} width="100%" height="100%" viewBox="0,0,24,12"></svg>`, 24, 12],
  [`${SVG} width="2in" height="1in"></svg>`, 192, 96],
  [`${SVG} width="48" viewBox="0 0 24 12"></svg>`, 48, 24],
  [`${SVG}></svg>`, null, null],
  [
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${SVG} width="5" height="6"></svg>`,
    5,
    6,
  ],
  [`${SVG} width="1" height="1"><script>alert(1)</script></svg>`, 1, 1],
])('SVG: %s', async (content, width, height) => {
  for (const type of ['image/svg+xml', '']) {
    const { attributes, meta } = await uploaded('a.svg', content, type);
    expect(attributes['mime_type']).toBe('image/svg+xml');
    expect(meta).toMatchObject({ width, height });
  }
});

test.each([
  ['ISO-8859-1', Buffer.from('Straße', 'latin1')],
  ['iso-8859-15', Buffer.from('Straße', 'latin1')],
  ['windows-1252', Buffer.from([0x80, 0x93])],
  ['US-ASCII', Buffer.from('Strasse')],
  ['Shift_JIS', Buffer.from([0x93, 0x8c, 0x8b, 0x9e])],
  ['UTF-8', Buffer.from('Straße')],
  // Written by some programs in files of UTF-8.
  ['UTF-16', Buffer.from('Straße')],
])('SVG whose declaration names %s', async (encoding, text) => {
  const parts = [
    `<?xml version="1.0" encoding='${encoding}'?>\n${SVG} width="5" height="6"><text>`,
    text,
    '</text></svg>',
  ];
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  for (const type of ['image/svg+xml', '']) {
    const { attributes, meta } = await uploaded('a.svg', content, type);
    expect([attributes['mime_type'], meta]).toMatchObject(['image/svg+xml', { width: 5, height: 6 }]);
  }
});

test.each([
  ['a.txt', 'Grüezi', '', 'text/plain'],
  ['a.txt', '\uFEFFGrüezi', 'text/plain; charset=utf-8', 'text/plain'],
  ['a.csv', 'a;b\n1;2', 'application/csv', 'text/csv'],
  ['a.csv', 'a;b\n1;2', 'application/octet-stream', 'text/csv'],
  ['a.json', '{"a": 1}', 'application/json', 'application/json'],
  ['a.js', 'alert(1)', 'application/x-javascript', 'text/javascript'],
  ['a.html', '<!doctype html><title>x</title>', 'text/html', 'text/html'],
  ['a.html', '<!doctype html><title>x</title>', 'application/x-www-form-urlencoded', 'text/html'],
  ['a.xml', '<?xml version="1.0"?><a/>', 'text/xml', 'application/xml'],
  ['feed.rss', '<?xml version="1.0"?><rss/>', '', 'application/rss+xml'],
  ['bmw.txt', 'BMW builds cars', 'text/plain', 'text/plain'],
  ['mz.md', 'MZ built motorcycles', '', 'text/markdown'],
  ['run.sh', '#!/bin/sh\necho', 'application/x-sh', 'application/x-sh'],
  ['nothing', 'some text', '', 'application/octet-stream'],
  ['latin1.txt', Buffer.from('Gr\xfcezi', 'latin1'), '', 'application/octet-stream'],
  ['model.dwf', '(DWF V06.00)', 'Model/VND.dwf', 'model/vnd.dwf'],
  ['a.pdf', '%PDF-1.4\n%%EOF', '', 'application/pdf'],
  ['utf16.txt', Buffer.from('\uFEFFhallo', 'utf16le'), 'text/plain', 'text/plain'],
])('%s is %s → %s', async (name, content, declared, type) => {
  expect((await uploaded(name, content, declared)).attributes['mime_type']).toBe(type);
});

test.each([
  ['image/jpg', 'image/jpeg'],
  ['IMAGE/PJPEG', 'image/jpeg'],
  ['image/jpeg; q=1', 'image/jpeg'],
  ['application/octet-stream', 'image/jpeg'],
  ['application/x-www-form-urlencoded', 'image/jpeg'],
])('a JPEG declared as %s', async (declared, type) => {
  const content = await picture().jpeg().toBuffer();
  expect((await uploaded('a.jpg', content, declared)).attributes['mime_type']).toBe(type);
});

test.each([
  ['film.mp4', 'video/quicktime', 'video/mp4'],
  ['film.mov', 'video/mp4', 'video/quicktime'],
  ['film.mp4', 'audio/mp4', 'audio/mp4'],
  ['sound.m4a', 'audio/x-m4a', 'audio/mp4'],
  ['sound.ogg', 'application/ogg', 'audio/ogg'],
  ['sound.mp3', 'audio/mp3', 'audio/mpeg'],
  ['sound.wav', 'audio/x-wav', 'audio/wav'],
])('%s declared as %s', async (name, declared, type) => {
  expect((await uploaded(name, await fixture(name), declared)).attributes['mime_type']).toBe(type);
});

test('data that phones append to a picture are accepted', async () => {
  const jpeg = await picture().jpeg().toBuffer();
  for (const behind of [await picture(8, 8).jpeg().toBuffer(), await fixture('film.mp4'), Buffer.alloc(2_000)]) {
    expect((await uploaded('phone.jpg', Buffer.concat([jpeg, behind]), 'image/jpeg')).meta).toMatchObject({
      width: 30,
    });
  }
});

test.each([
  'été 😀 日本.txt',
  'שלום.txt',
  '100% & + ;.txt',
  'a'.repeat(251) + '.txt',
  '.htaccess',
  'it\'s "quoted".txt',
])('the name %s is kept', async (name) => {
  expect((await uploaded(name, 'text', 'text/plain')).attributes['file_name']).toBe(name);
});
