import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ApiError, type ErrorCode } from '../../../core/errors.ts';
import { hasBody, isForbiddenKey, readJsonBody, type BodyContent } from '../../../core/http/request/request-body.ts';

const LIMIT = 1024;

type Headers = Record<string, string>;

function requestOf(chunks: readonly (string | Uint8Array)[], headers: Headers = {}): IncomingMessage {
  const stream = Readable.from(
    chunks.map((chunk) => Buffer.from(chunk)),
    { objectMode: false },
  );
  return Object.assign(stream, { headers }) as unknown as IncomingMessage;
}

const read = (...chunks: (string | Uint8Array)[]): Promise<unknown> =>
  readJsonBody(requestOf(chunks), { bytes: LIMIT, seconds: 60 });
const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

describe('a JSON body', () => {
  const values: unknown[] = [
    null,
    0,
    -1.5,
    'text',
    true,
    [],
    {},
    { data: { type: 'a', attributes: { b: [1, { c: '' }] } } },
  ];
  it.each(values.map((value) => ({ text: JSON.stringify(value), value })))(
    '$text is read unchanged',
    async ({ text, value }) => {
      expect(await read(text)).toEqual(value);
    },
  );

  it('is undefined when it is absent', async () => {
    expect(await read()).toBeUndefined();
    expect(await read('')).toBeUndefined();
  });

  it('may arrive in pieces that split characters', async () => {
    const bytes = Buffer.from('{"a":"€ and 𝄞"}');
    expect(await read(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual({ a: '€ and 𝄞' });
  });

  it('may begin with a byte order mark', async () => {
    expect(await read('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  describe('with many members', () => {
    const limits = { bytes: 1_000_000, seconds: 60 };
    const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_none, n) => [n, ':']));
    const rows = (count: number) => Array.from({ length: count }, () => ({ a: 1 }));
    const readAll = (value: unknown) => readJsonBody(requestOf([JSON.stringify(value)]), limits);

    it('may have 20,000 in all objects, not one more, however they are nested', async () => {
      const most = { a: named(9_000), b: rows(10_998) };
      expect(await readAll(most)).toEqual(most);
      await expect(readAll({ ...most, c: '"' })).rejects.toThrow(/more than 20,000 members in all/);
      await expect(readAll(rows(20_001))).rejects.toMatchObject({ code: 'invalid_data', status: 400 });
    });

    it('may have 10,000 different names, not one more', async () => {
      const most = { a: named(5_000), b: [named(9_998)] };
      expect(await readAll(most)).toEqual(most);
      await expect(readAll({ ...most, c: 1 })).rejects.toThrow(/more than 10,000 different names of members in all/);
      await expect(readAll(named(10_001))).rejects.toMatchObject({ code: 'invalid_data', status: 400 });
    });
  });

  it('may have the size of the limit, not a byte more', async () => {
    const text = JSON.stringify('a'.repeat(LIMIT - 2));
    expect(await read(text)).toHaveLength(LIMIT - 2);
    await expect(read(text, ' ')).rejects.toMatchObject({ code: 'payload_too_large', status: 413 });
  });

  it('that has arrived as a whole is read without a timer', async () => {
    // The turns of the event loop go on.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const arrived = (...chunks: string[]) => {
      const request = Object.assign(new PassThrough(), { headers: {}, complete: true });
      for (const chunk of chunks) request.write(chunk);
      request.end();
      const read = readJsonBody(request as unknown as IncomingMessage, { bytes: LIMIT, seconds: 60 });
      expect(vi.getTimerCount()).toBe(0);
      return read;
    };
    try {
      expect(await arrived('{"a":', '"é"}')).toEqual({ a: 'é' });
      expect(await arrived()).toBeUndefined();
      await expect(arrived('"', 'a'.repeat(LIMIT), '"')).rejects.toMatchObject({ code: 'payload_too_large' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('with a too large announced length is refused before it is read', async () => {
    const request = requestOf(['{}'], { 'content-length': String(LIMIT + 1) });
    await expect(readJsonBody(request, { bytes: LIMIT, seconds: 60 })).rejects.toMatchObject({
      code: 'payload_too_large',
    });
    expect((request as unknown as Readable).readableDidRead).toBe(false);
  });

  it('that exceeds the limit while it is read keeps the connection for the response', async () => {
    const request = requestOf(['"', 'a'.repeat(LIMIT), 'b'.repeat(LIMIT), '"']);
    await expect(readJsonBody(request, { bytes: LIMIT, seconds: 60 })).rejects.toMatchObject({
      code: 'payload_too_large',
    });
    expect(request.destroyed).toBe(false);
  });
});

describe('a refused body', () => {
  const cases: [string, string | Uint8Array, ErrorCode, string?][] = [
    ['a byte that is not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'invalid_encoding'],
    ['a character that is cut off', Uint8Array.of(0x22, 0xc3, 0x22), 'invalid_encoding'],
    ['an overlong encoding', Uint8Array.of(0x22, 0xc0, 0xaf, 0x22), 'invalid_encoding'],
    ['an encoded surrogate', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), 'invalid_encoding'],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le'), 'malformed_json'],
    ['an unpaired surrogate', '{"a":["\\ud800"]}', 'invalid_encoding', '/a/0'],
    ['an unpaired low surrogate', '{"a":"x\\udc00"}', 'invalid_encoding', '/a'],
    ['an unpaired surrogate in a key', '{"a\\ud800":1}', 'invalid_encoding'],
    ['nothing but a space', ' ', 'malformed_json'],
    ['a form', 'a=1&b=2', 'malformed_json'],
    ['a missing brace', '{"a":1', 'malformed_json'],
    ['a trailing comma', '{"a":1,}', 'malformed_json'],
    ['two values', '{}{}', 'malformed_json'],
    ['NaN', '{"a":NaN}', 'malformed_json'],
    ['a control character', '{"a":"\u0001"}', 'malformed_json'],
    ['an operator', '{"$where":"1"}', 'invalid_key', '/$where'],
    ['an operator for a name', '{"data":{"attributes":{"$gt":1}}}', 'invalid_key', '/data/attributes/$gt'],
    ['an operator in an item', '{"data":[{"id":1},{"$gt":1}]}', 'invalid_key', '/data/1/$gt'],
    ['an escaped operator', '{"\\u0024gt":1}', 'invalid_key', '/$gt'],
    ['a dollar alone', '{"$":1}', 'invalid_key', '/$'],
    ['__proto__', '{"__proto__":{"isAdmin":true}}', 'invalid_key', '/__proto__'],
    ['__proto__ inside', '{"data":{"meta":{"__proto__":1}}}', 'invalid_key', '/data/meta/__proto__'],
    ['a NUL in a key', '{"a\\u0000b":1}', 'invalid_key'],
    ['a NUL in a key inside', '{"a/b~":{"\\u0000":1}}', 'invalid_key', '/a~1b~0/\0'],
    // The driver would treat it as a value of another version of itself.
    ['a BSON type', '{"data":{"_bsontype":"ObjectId"}}', 'invalid_key', '/data/_bsontype'],
    ['a number without end', '{"a":1e400}', 'invalid_data', '/a'],
    ['a negative number without end', '[-1e400]', 'invalid_data', '/0'],
  ];
  it.each(cases)('has %s', async (_what, text, code, pointer) => {
    const error: unknown = await read(text).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code });
    if (pointer !== undefined) expect(error).toMatchObject({ faults: [{ source: { pointer } }] });
  });

  it('nests more than 90 levels', async () => {
    expect(await read(nested(90))).toBeTypeOf('object');
    await expect(read(nested(91))).rejects.toMatchObject({ code: 'too_deep' });
  });

  it('nests so deeply that a recursion would overflow', async () => {
    const depth = 100_000;
    const text = '['.repeat(depth) + ']'.repeat(depth);
    await expect(readJsonBody(requestOf([text]), { bytes: 2 * depth, seconds: 60 })).rejects.toMatchObject({
      code: 'too_deep',
    });
  });
});

it('values may have any keys; settings only plain ones, and in params of the model those of JSON Schema', async () => {
  const outcome = async (name: string, key: string, content: BodyContent): Promise<string> => {
    const text = `{"data":{"attributes":{"${name}":{"a":{"${key}":1}}}}}`;
    const reading = readJsonBody(requestOf([text]), { bytes: LIMIT, seconds: 60 }, content);
    return reading
      .then(JSON.stringify, (error: unknown) => (error as ApiError).face.code)
      .then((read) => {
        expect([text, 'invalid_key']).toContain(read);
        return read === text ? 'taken' : read;
      });
  };
  const cases: [string, string, string, string, string][] = [
    ['extra', '$gt', 'taken', 'invalid_key', 'invalid_key'],
    ['params_other', '$ref', 'taken', 'invalid_key', 'invalid_key'],
    ['params', '$ref', 'taken', 'invalid_key', 'taken'],
    ['params', '$gt', 'taken', 'invalid_key', 'invalid_key'],
    ['params', '__proto__', 'taken', 'invalid_key', 'invalid_key'],
    ['labels', '$ref', 'taken', 'invalid_key', 'invalid_key'],
    ['payload', '_bsontype', 'taken', 'invalid_key', 'invalid_key'],
    ['default_value', '$a', 'taken', 'invalid_key', 'invalid_key'],
  ];
  for (const [name, key, ...expected] of cases) {
    const outcomes = (['free', 'settings', 'schemas'] as const).map((content) => outcome(name, key, content));
    expect([name, key, ...(await Promise.all(outcomes))]).toEqual([name, key, ...expected]);
  }
});

describe('a body of any bytes', () => {
  it('is a value without forbidden keys at its top and without NUL in keys, or refused with an ApiError of 4xx', async () => {
    const keys = fc.constantFrom('a', '$gt', '__proto__', 'constructor', '', '\0', 'x.y', '$');
    const json = fc.oneof(
      fc.json({ stringUnit: 'binary' }),
      fc.object({ key: keys, maxDepth: 5 }).map((value) => JSON.stringify(value)),
      fc.string({ unit: 'binary' }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          json.map((text) => Buffer.from(text)),
          fc.uint8Array({ maxLength: 40 }),
        ),
        async (bytes) => {
          try {
            const value = await readJsonBody(requestOf([bytes]), { bytes: 1e6, seconds: 60 });
            if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
              expect(Object.keys(value).filter(isForbiddenKey)).toEqual([]);
            }
            withoutNul(value);
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            expect(error.status).toBe(400);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  function withoutNul(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      expect(key).not.toContain('\0');
      withoutNul((value as Record<string, unknown>)[key]);
    }
  }
});

describe('hasBody', () => {
  const cases: [Headers, boolean][] = [
    [{}, false],
    [{ 'content-length': '0' }, false],
    [{ 'content-length': '1' }, true],
    [{ 'transfer-encoding': 'chunked' }, true],
    [{ 'content-type': 'application/json' }, false],
  ];
  it.each(cases)('%j: %s', (headers, expected) => {
    expect(hasBody(requestOf([], headers))).toBe(expected);
  });
});
