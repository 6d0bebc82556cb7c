// Refused uploads: a clear response, no stored file, unchanged counts (issue 6, D32).
import { createServer, type Server } from 'node:http';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { errorCodes, errorSources, serviceForTests } from '../../support/service.ts';
import { startUpload } from '../../support/files/slow-upload.ts';
import { filesUnder, NO_TRACES, traces } from '../../support/files/upload-traces.ts';
import { fixture, uploadStream } from '../../support/files/uploads.ts';

const t = serviceForTests({
  env: {
    UPLOAD_MAX_SIZE: '200kb',
    IMAGE_MAX_PIXELS: '10000',
    UPLOAD_IDLE_TIMEOUT: '1s',
    BODY_TIMEOUT: '1s',
  },
});
let server: Server;
beforeAll(async () => {
  server = createServer(t.service.app).listen(0, '127.0.0.1');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});
afterEach(async () => {
  expect(await traces(t)).toEqual(NO_TRACES);
  expect(t.loggedErrors).toEqual([]);
});

const picture = (side = 60) => sharp({ create: { width: side, height: side, channels: 3, background: '#a33' } });
const noise = () =>
  sharp({
    create: {
      width: 90,
      height: 90,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
const zip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"';

async function refused(name: string, content: Buffer | string, headers: string | Record<string, string>) {
  const response = await uploadStream(t.admin, name, content, headers);
  return [response.status, errorCodes(response)[0], ...errorSources(response)];
}

const MISMATCH = [400, 'file_type_mismatch', 'Content-Type'];

test.each([
  ['image/png', 'a picture of another format', () => picture().jpeg().toBuffer()],
  ['image/jpeg', 'text', () => 'hello'],
  ['image/x-tga', 'an unknown picture', () => Buffer.alloc(400, 7)],
  ['video/mp4', 'noise', () => Buffer.alloc(400, 7)],
  ['audio/mpeg', 'a film', () => fixture('film.webm')],
  ['text/plain', 'a picture', () => picture().png().toBuffer()],
  ['text/plain', 'a PDF', () => '%PDF-1.4\n'],
  ['text/plain', 'NUL', () => 'a\0b'],
  ['text/csv', 'Latin-1', () => Buffer.from('Gr\xfcezi', 'latin1')],
  ['application/json', 'UTF-16 without a mark', () => Buffer.from('{"a":1}', 'utf16le')],
  ['application/pdf', 'text', () => 'hello'],
  ['application/zip', 'text', () => 'hello'],
  ['image/svg+xml', 'HTML', () => '<!doctype html><svg></svg>'],
  ['image/svg+xml', 'a picture', () => picture().png().toBuffer()],
])('%s that is %s', async (type, _what, content) => {
  expect(await refused('a', await content(), type)).toEqual(MISMATCH);
});

test.each([
  ['HTML', Buffer.from('<HTML><script>alert(1)</script>')],
  ['PHP', Buffer.from('<?php phpinfo();')],
  ['PDF', Buffer.from('%PDF-1.4')],
])('a picture that is %s as well', async (_what, text) => {
  const jpeg = await picture().jpeg().toBuffer();
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text]);
  const content = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
  expect(await refused('a.jpg', content, 'image/jpeg')).toEqual(MISMATCH);
});

test.each(['gif', 'png', 'jpeg'] as const)('a %s that is an archive as well', async (format) => {
  const content = Buffer.concat([await picture().toFormat(format).toBuffer(), zip]);
  expect(await refused('a', content, `image/${format}`)).toEqual(MISMATCH);
  expect(await refused('a', content, '')).toEqual(MISMATCH);
});

const UNREADABLE = [400, 'unreadable_file'];

test.each(['jpeg', 'png', 'gif', 'webp', 'avif', 'tiff'] as const)('a truncated %s', async (format) => {
  const content = await noise().toFormat(format).toBuffer();
  for (const part of [0.5, 0.98]) {
    const cut = content.subarray(0, Math.floor(content.length * part));
    const answer = await refused('a', cut, `image/${format}`);
    // The identifying part of a TIFF may be at its end.
    expect([UNREADABLE, ...(format === 'tiff' ? [MISMATCH] : [])]).toContainEqual(answer);
  }
});

test('an animation without its last frames', async () => {
  const pages = [1, 2, 3, 4].map((at) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background: { r: at * 30, g: 0, b: 0 } } })
      .png()
      .toBuffer(),
  );
  const content = await sharp(await Promise.all(pages), { join: { animated: true } })
    .gif()
    .toBuffer();
  expect(await refused('a.gif', content.subarray(0, content.length - 40), 'image/gif')).toEqual(UNREADABLE);
});

test('a broken picture, and a bomb', async () => {
  const png = await noise().png().toBuffer();
  png.fill(0x5a, 3_000, 3_040);
  expect(await refused('a.png', png, 'image/png')).toEqual(UNREADABLE);
  const bomb = await picture(4_000).png({ compressionLevel: 9 }).toBuffer();
  expect(await refused('bomb.png', bomb, 'image/png')).toEqual(UNREADABLE);
  const pages = Array.from({ length: 20 }, (_, at) =>
    sharp({ create: { width: 30, height: 30, channels: 3, background: { r: at * 10, g: 0, b: 0 } } })
      .png()
      .toBuffer(),
  );
  const frames = await sharp(await Promise.all(pages), { join: { animated: true } })
    .webp()
    .toBuffer();
  expect(await refused('frames.webp', frames, 'image/webp')).toEqual(UNREADABLE);
});

test.each([
  [`<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${SVG}>&a;</svg>`],
  [`<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${SVG}>&b;</svg>`],
  [`${SVG}><path`],
])('SVG: %s', async (content) => {
  expect(await refused('a.svg', content, 'image/svg+xml')).toEqual(UNREADABLE);
});

test.each([
  ['a Windows program', [0x4d, 0x5a, 0x90, 0, 3]],
  ['an ELF program', [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]],
  ['a macOS program', [0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1]],
  ['a macOS program for several processors', [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 2]],
])('%s', async (_what, start) => {
  const content = Buffer.concat([Buffer.from(start), Buffer.alloc(600, 1)]);
  const FORBIDDEN = [400, 'file_type_forbidden', 'Content-Type'];
  for (const type of ['', 'image/png', 'application/octet-stream'])
    expect(await refused('a', content, type)).toEqual(FORBIDDEN);
  expect(await refused('a', 'text', 'application/x-dosexec')).toEqual(FORBIDDEN);
});

test.each([
  ['no media type', 'nonsense', [400, 'bad_request', 'Content-Type']],
  ['too long', `text/${'a'.repeat(200)}`, [400, 'bad_request', 'Content-Type']],
  ['a form', 'multipart/form-data; boundary=x', [415, 'unsupported_media_type', 'Content-Type']],
])('Content-Type is %s', async (_what, type, answer) => {
  expect(await refused('a', 'text', type)).toEqual(answer);
});

test('no content, too much, encodings', async () => {
  expect(await refused('a', '', 'text/plain')).toEqual([400, 'empty_file']);
  expect(await refused('a', Buffer.alloc(204_801, 97), 'text/plain')).toEqual([413, 'payload_too_large']);
  const encoded = (encoding: string) => ({ 'Content-Type': 'text/plain', 'Content-Transfer-Encoding': encoding });
  for (const content of ['@@@@', 'QQ', 'QUE=QUE=', 'Q=Q=', 'QUFBQ', 'QUE_', '====']) {
    expect(await refused('a', content, encoded('base64'))).toEqual([
      400,
      'invalid_encoding',
      'Content-Transfer-Encoding',
    ]);
  }
  const large = Buffer.alloc(204_801, 97).toString('base64');
  expect(await refused('a', large, encoded('base64'))).toEqual([413, 'payload_too_large']);
  expect(await refused('a', '\r\n', encoded('base64'))).toEqual([400, 'empty_file']);
  expect(await refused('a', 'a', encoded('quoted-printable'))).toEqual([
    415,
    'unsupported_media_type',
    'Content-Transfer-Encoding',
  ]);
  expect(await refused('a', 'a', { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' })).toEqual([
    415,
    'unsupported_media_type',
    'Content-Encoding',
  ]);
});

test.each([
  ['../a.txt'],
  ['..'],
  ['a\\b'],
  ['a\0b'],
  ['a\nb'],
  ['a\u202Etxt.exe'],
  ['\uFEFFa.txt'],
  ['a\u200B.txt'],
  ['a\uFFFE.txt'],
  ['a\u{1FFFF}.txt'],
  ['\u200Fa'],
  ['x'.repeat(256)],
  ['  '],
  ['a/b'],
])('the name %j', async (name) => {
  const response = await uploadStream(t.admin, name, 'text', 'text/plain');
  expect([400, 404]).toContain(response.status);
});

test('without permission', async () => {
  expect((await uploadStream(t.anonymous, 'a.txt', 'text', 'text/plain')).status).toBe(401);
  expect((await uploadStream(t.reader, 'a.txt', 'text', 'text/plain')).status).toBe(403);
});

const start = (headers: Record<string, string | number>, path?: string) => startUpload(server, t.admin, headers, path);

const until = async (state: () => Promise<boolean>): Promise<void> => {
  for (let turn = 0; turn < 200 && !(await state()); turn++) await new Promise((resolve) => setTimeout(resolve, 20));
};

const underWay = async (): Promise<number> => (await filesUnder(t.dataDir)).length;

test('an aborted upload leaves nothing', async () => {
  for (const headers of [{ 'Content-Length': 1_000 }, { 'Transfer-Encoding': 'chunked' }]) {
    const { sent } = start(headers);
    sent.write('half of it');
    await until(async () => (await underWay()) > 0);
    expect(await underWay()).toBe(1);
    sent.destroy();
    await until(async () => (await underWay()) === 0);
  }
});

test('an upload that sends nothing more is ended', async () => {
  const { sent, answer } = start({ 'Content-Length': 1_000 });
  sent.write('half of it');
  expect(await answer).toMatchObject({ status: 408, code: 'request_timeout' });
  sent.destroy();
});

test('a very slow upload is ended', async () => {
  const { sent, answer } = start({ 'Transfer-Encoding': 'chunked' });
  const drops = setInterval(() => sent.write('a drop'), 20);
  expect(await answer).toMatchObject({
    status: 408,
    code: 'request_timeout',
    detail: 'Less than 1 KB a second was received for 1 s.',
  });
  clearInterval(drops);
  sent.destroy();
});

test('a JSON body that comes too slowly is ended', async () => {
  const { sent, answer } = start({ 'Content-Length': 1_000, 'Content-Type': 'application/vnd.api+json' }, '/documents');
  sent.write('{');
  expect(await answer).toMatchObject({ status: 408, code: 'request_timeout' });
  sent.destroy();
});

test('a file with a too large announced length is refused before it is sent', async () => {
  const { sent, answer } = start({ 'Content-Length': 2 ** 40 });
  sent.flushHeaders();
  expect(await answer).toMatchObject({ status: 413, code: 'payload_too_large' });
  sent.destroy();
});

test('a client that continues sending receives the refusal', async () => {
  for (const [headers, chunks] of [
    [{ 'Content-Length': 20 * 1_048_576 }, 20],
    [{ 'Transfer-Encoding': 'chunked' }, 20],
  ] as const) {
    const { sent, answer } = start(headers);
    for (let at = 0; at < chunks; at++) sent.write(Buffer.alloc(1_048_576, 97));
    sent.end();
    expect(await answer).toMatchObject({ status: 413, code: 'payload_too_large' });
  }
});
