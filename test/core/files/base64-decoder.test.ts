// Bodies in base64: the decoded bytes do not depend on the pieces in which the body arrives.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../core/errors.ts';
import { Base64Decoder } from '../../../core/files/base64-decoder.ts';

/** The bytes, or the code of the refusal. */
async function decoded(pieces: readonly string[]): Promise<Buffer | string> {
  const chunks: Buffer[] = [];
  const source = Readable.from(pieces.map((piece) => Buffer.from(piece, 'latin1')));
  try {
    await pipeline(source, new Base64Decoder(), async (output: AsyncIterable<Buffer>) => {
      for await (const chunk of output) chunks.push(chunk);
    });
    return Buffer.concat(chunks);
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error);
  }
}

/** A text cut at some places. */
const cut = (text: string, places: readonly number[]): string[] => {
  const at = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length];
  return at.slice(1).map((end, index) => text.slice(at[index], end));
};

const places = fc.array(fc.nat({ max: 500 }), { maxLength: 12 });

describe('base64', () => {
  it('of any bytes, in any pieces, with line ends anywhere, is decoded to these bytes', async () => {
    const property = fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      places,
      places,
      async (bytes, lines, pieces) => {
        const text = cut(Buffer.from(bytes).toString('base64'), lines).join('\r\n');
        expect(await decoded(cut(text, pieces))).toEqual(Buffer.from(bytes));
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  it('is accepted or refused alike, in any pieces', async () => {
    const text = fc.string({ unit: fc.constantFrom('A', 'Q', '=', '\n', '/'), maxLength: 14 });
    const property = fc.asyncProperty(text, places, async (whole, pieces) => {
      expect(await decoded(cut(whole, pieces))).toEqual(await decoded([whole]));
    });
    await fc.assert(property, { numRuns: 500 });
  });

  it.each(['Q', 'QQ', 'QQ=', 'QUE=QUE=', 'Q=Q=', '====', 'QUE_', 'QU-E', 'QUE=\nQUFB', 'QU\0E', '@@@@', 'QQ==='])(
    '%j is refused',
    async (text) => {
      expect(await decoded([text])).toBe('invalid_encoding');
      expect(await decoded([...text])).toBe('invalid_encoding');
    },
  );

  it.each(['', '\r\n', ' \t\n'])('%j is empty', async (text) => {
    expect(await decoded([text])).toEqual(Buffer.alloc(0));
  });
});
