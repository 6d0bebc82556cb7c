// Files with false declarations: pictures that claim to be huge, archives of archives, boxes without an end.
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '../faults/random.ts';
import { pick } from './corpus.ts';

export interface HostileFile {
  name: string;
  mediaType: string;
  bytes: Buffer;
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([number(data.length), body, number(crc32(body))]);
}

/** A picture of few bytes that says that it is of many points. */
const png = (width: number, height: number, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([number(width), number(height), Buffer.from([8, 6, 0, 0, 0])])),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);

const svg = (content: string): Buffer => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${content}</svg>`);

const lol = (): string => {
  const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
  return `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "lol">${entities}]><svg xmlns="http://www.w3.org/2000/svg"><text>&l9;</text></svg>`;
};

const box = (size: number, type: string, content: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([number(size), Buffer.from(type), content]);

/** A frame of one point that is shown again and again. */
const gif = (frames: number): Buffer =>
  Buffer.concat([
    Buffer.from('474946383961ffffffff800000ffffff000000', 'hex'),
    ...Array.from({ length: frames }, () => Buffer.from('2c0000000001000100000202440100', 'hex')),
    Buffer.from('3b', 'hex'),
  ]);

const jpegWithExif = (): Buffer => {
  // A directory whose next one is itself.
  const tiff = Buffer.from('4d4d002a000000080001011200030000000100010000' + '00000008', 'hex');
  const app1 = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(app1.length + 2);
  return Buffer.concat([Buffer.from('ffd8ffe1', 'hex'), length, app1, Buffer.from('ffd9', 'hex')]);
};

const wave = (size: number): Buffer => {
  const bytes = Buffer.alloc(44);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(size, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt32LE(0xffffffff, 24);
  bytes.write('data', 36);
  bytes.writeUInt32LE(0xffffffff, 40);
  return bytes;
};

const FILES: readonly (readonly [name: string, mediaType: string, make: () => Buffer])[] = [
  ['huge.png', 'image/png', () => png(60_000, 60_000, deflateSync(Buffer.alloc(100_000)))],
  ['wide.png', 'image/png', () => png(2 ** 31 - 1, 1, deflateSync(Buffer.alloc(100)))],
  ['bomb.png', 'image/png', () => png(16_000, 16_000, deflateSync(Buffer.alloc(40_000_000)))],
  ['cut.png', 'image/png', () => png(10, 10, Buffer.alloc(0)).subarray(0, 40)],
  ['frames.gif', 'image/gif', () => gif(20_000)],
  ['lol.svg', 'image/svg+xml', () => Buffer.from(lol())],
  ['wide.svg', 'image/svg+xml', () => svg('width="1e9" height="1e9"><rect width="9" height="9"/>')],
  ['load.svg', 'image/svg+xml', () => svg('><image href="file:///etc/passwd"/><script>alert(1)</script>')],
  ['deep.svg', 'image/svg+xml', () => svg(`>${'<g>'.repeat(50_000)}${'</g>'.repeat(50_000)}`)],
  ['use.svg', 'image/svg+xml', () => svg(`><g id="a"><use href="#a"/><use href="#a"/></g><use href="#a"/>`)],
  ['loop.jpg', 'image/jpeg', () => jpegWithExif()],
  ['endless.mp4', 'video/mp4', () => Buffer.concat([box(16, 'ftyp', Buffer.from('isom0000')), box(0, 'moov')])],
  [
    'nested.mp4',
    'video/mp4',
    () =>
      Buffer.concat([
        box(16, 'ftyp', Buffer.from('isom0000')),
        ...Array.from({ length: 20_000 }, (_, at) => box(8 * (20_000 - at), 'moov')),
      ]),
  ],
  ['large.mp4', 'video/mp4', () => Buffer.concat([box(1, 'ftyp', Buffer.from('ffffffffffffffff', 'hex'))])],
  ['wrong.wav', 'audio/wav', () => wave(0xffffffff)],
  ['bomb.gz', 'application/gzip', () => gzipSync(Buffer.alloc(20_000_000))],
  ['page.html', 'image/png', () => Buffer.from('<script>alert(1)</script>')],
  ['polyglot.gif', 'image/gif', () => Buffer.from('GIF89a/*<script>*/=1;alert(1)')],
  ['empty.png', 'image/png', () => Buffer.alloc(0)],
  ['doc.pdf', 'application/pdf', () => Buffer.from(`%PDF-1.7\n${'1 0 obj <<'.repeat(5_000)}`)],
];

const made = new Map<string, HostileFile>();

export function hostileFile(random: Random): HostileFile {
  const [name, mediaType, make] = pick(FILES, random);
  const file = made.get(name) ?? { name, mediaType, bytes: make() };
  made.set(name, file);
  return file;
}
