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

/** Brotli at its default quality takes seconds for megabytes and saves little. Quickly: a third of the time, 5 to 10% longer. */
const LEVELS = { well: 6, quickly: 3 } as const;

/** Off the main thread. */
export function compress(text: Buffer, encoding: Encoding, how: keyof typeof LEVELS): Promise<Buffer> {
  const level = LEVELS[how];
  if (encoding === 'gzip') return gzipOf(text, { level });
  const params = { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: text.byteLength };
  return brotliOf(text, { params });
}
