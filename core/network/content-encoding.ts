// The content coding of a body that is stored compressed (RFC 9110 12.5.3).
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** In the server's order of preference among codings of equal weight. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const PART = /^\s*([^\s;]+)\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?$/i;

/**
 * @param header Accept-Encoding; without it, and for codings it does not name, the body is sent unencoded
 * @returns undefined for the unencoded body, which is sent even if it is refused and no other coding is accepted
 */
export function chooseEncoding(header: string | string[] | undefined): Encoding | undefined {
  if (header === undefined || header.length === 0) return undefined;
  const qualities = new Map<string, number>();
  for (const part of [header].flat().join(',').split(',')) {
    const [, coding, quality = '1'] = PART.exec(part) ?? [];
    if (coding !== undefined) qualities.set(coding.toLowerCase(), Number(quality) || 0);
  }
  const qualityOf = (coding: Encoding): number => qualities.get(coding) ?? qualities.get('*') ?? 0;
  let chosen: Encoding | undefined;
  for (const coding of ENCODINGS) if (qualityOf(coding) > (chosen ? qualityOf(chosen) : 0)) chosen = coding;
  return chosen && qualityOf(chosen) >= (qualities.get('identity') ?? 0) ? chosen : undefined;
}

const brotliOf = promisify(brotliCompress);
const gzipOf = promisify(gzip);

/** Off the main thread. Brotli at its default quality takes seconds for megabytes and saves little. */
export function compress(text: string | Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipOf(text);
  const size = Buffer.byteLength(text);
  return brotliOf(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: size },
  });
}
