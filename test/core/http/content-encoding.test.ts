// The coding of a response, by Accept-Encoding (RFC 9110 12.5.3).
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseEncoding, compress } from '../../../core/network/content-encoding.ts';

describe('the coding', () => {
  it.each<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate, zstd', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br; q=0.5 , gzip ; q=0.5', 'br'],
    ['br;q=0, gzip;q=0.001', 'gzip'],
    ['br;q=0.000, gzip;q=0', undefined],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', undefined],
    ['gzip, *;q=0', 'gzip'],
    ['gzip;q=0.5, identity', undefined],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['gzip;q=0.5, identity;q=0', 'gzip'],
    ['identity;q=0', undefined],
    ['gzip;q=wombat', undefined],
    [';;,,', undefined],
  ])('of "%s" is %s', (header, coding) => {
    expect(chooseEncoding(header)).toBe(coding);
  });
});

describe('a compressed text', () => {
  it('is decompressed to the same text', async () => {
    const text = Buffer.from('Käse 🧀 '.repeat(1000));
    for (const how of ['well', 'quickly'] as const) {
      expect(gunzipSync(await compress(text, 'gzip', how)).equals(text)).toBe(true);
      expect(brotliDecompressSync(await compress(text, 'br', how)).equals(text)).toBe(true);
    }
  });
});
