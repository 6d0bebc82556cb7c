// Readers of films, sound and polyglots, with data that no normal program writes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../../core/errors.ts';
import { readMedia } from '../../../core/files/media/media-length.ts';
import { readMp4 } from '../../../core/files/media/mp4-boxes.ts';
import { refusePolyglot } from '../../../core/files/media/polyglots.ts';
import { fixture } from '../../support/files/uploads.ts';
import { processorTime } from '../../support/run/processor-time.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'colophon-media-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const NOTHING = { width: null, height: null, duration: null, hasVideo: undefined };

async function mp4(content: Buffer) {
  const file = path.join(folder, 'film.mp4');
  await writeFile(file, content);
  return readMp4(file, content.length);
}

const box = (type: string, ...content: Buffer[]): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...content]);
};

describe('the reader of MP4', () => {
  it('reads any bytes as boxes without an error', async () => {
    const bytes = fc.uint8Array({ maxLength: 120 }).map((found) => Buffer.from(found));
    const types = fc.constantFrom('moov', 'trak', 'mvhd', 'tkhd', 'mdia', 'hdlr', 'free');
    const one = fc.tuple(types, bytes).map(([type, content]) => box(type, content));
    const many = fc.tuple(types, fc.array(one, { maxLength: 5 })).map(([type, inner]) => box(type, ...inner));
    const content = fc.oneof(
      bytes,
      fc
        .tuple(types, fc.array(many, { maxLength: 4 }), bytes)
        .map(([type, inner, end]) => Buffer.concat([box(type, ...inner), end])),
    );
    const property = fc.asyncProperty(content, async (given) => {
      const { width, height, duration } = await mp4(given);
      for (const value of [width, height, duration])
        expect(value === null || (value > 0 && value < 2 ** 53)).toBe(true);
    });
    await fc.assert(property, { numRuns: 150 });
  });

  it('ends for a film that is truncated or changed anywhere', async () => {
    const film = await fixture('film.mp4');
    const property = fc.asyncProperty(fc.nat(film.length - 1), fc.nat(255), async (at, byte) => {
      await mp4(film.subarray(0, at));
      const changed = Buffer.from(film);
      changed[at] = byte;
      await mp4(changed);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it('reads neither millions of boxes, nor cycles', async () => {
    const work = processorTime();
    const empty = box('free');
    expect(await mp4(Buffer.concat([...Array<Buffer>(200_000).fill(empty), box('moov')]))).toEqual(NOTHING);
    expect(await mp4(Buffer.from('00000000667265650000000000000000', 'hex'))).toEqual(NOTHING);
    expect(await mp4(Buffer.from('00000001667265650000000000000000', 'hex'))).toEqual(NOTHING);
    expect(await mp4(Buffer.from('0000000166726565ffffffffffffffff', 'hex'))).toEqual(NOTHING);
    expect(work()).toBeLessThan(10_000);
  });
});

describe('the thread that reads lengths', () => {
  it('is ended when it takes too long', async () => {
    const file = path.join(folder, 'sound.mp3');
    await writeFile(file, await fixture('sound.mp3'));
    expect(await readMedia(file, 1)).toEqual(NOTHING);
    // The next one has another.
    expect((await readMedia(file)).duration).toBeGreaterThan(0);
  });

  it('returns no result for missing files and files of other types', async () => {
    expect(await readMedia(path.join(folder, 'none.ogg'))).toEqual(NOTHING);
    const file = path.join(folder, 'noise.ogg');
    await writeFile(file, Buffer.concat([Buffer.from('OggS'), Buffer.alloc(5_000, 0xff)]));
    expect((await readMedia(file)).duration).toBeNull();
  });
});

describe('the check for files of two formats', () => {
  it('accepts or refuses any bytes, and never fails', () => {
    const parts = fc.constantFrom('PK\x05\x06', '<html', '<?php', '%PDF-', '\0\0\0\0', 'x'.repeat(30));
    const content = fc.array(fc.oneof(parts, fc.string({ maxLength: 30 })), { maxLength: 20 });
    const property = fc.property(content, (pieces) => {
      const bytes = Buffer.from(pieces.join(''), 'latin1');
      try {
        refusePolyglot('audio/mpeg', { head: bytes, tail: bytes, whole: true }, bytes.length);
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('is fast for a tail full of end records of archives', () => {
    const tail = Buffer.from('PK\x05\x06'.repeat(16_000), 'latin1');
    const work = processorTime();
    refusePolyglot('video/mp4', { head: tail, tail, whole: true }, tail.length);
    expect(work()).toBeLessThan(1_000);
  });
});
