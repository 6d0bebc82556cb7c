import { factsOf } from '../../../core/description/operation-facts.ts';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../core/http/routing/operation.ts';
import {
  assertMediaType,
  errorMediaType,
  JSON_API,
  JSON_TYPE,
  negotiate,
  prefersHtml,
} from '../../../core/http/request/media-types.ts';
import { processorTime } from '../../support/run/processor-time.ts';

const operation = (produces: readonly string[], consumes: readonly string[] = []): Operation => ({
  operationId: 'x',
  method: 'get',
  path: '/x',
  definition: { responses: {} },
  facts: factsOf('get'),
  produces,
  consumes,
});

const both = operation([JSON_API, JSON_TYPE], [JSON_API, JSON_TYPE]);

describe('the media type of a response (D1, D2)', () => {
  const accepted: [string | undefined, string][] = [
    [undefined, JSON_API],
    ['*/*', JSON_API],
    ['application/*', JSON_API],
    [JSON_API, JSON_API],
    [JSON_TYPE, JSON_TYPE],
    ['APPLICATION/JSON', JSON_TYPE],
    [`${JSON_TYPE}, ${JSON_API}`, JSON_API],
    [`${JSON_TYPE};q=0.9, ${JSON_API};q=0.9`, JSON_API],
    [`${JSON_TYPE}, ${JSON_API};q=0.9`, JSON_TYPE],
    [`${JSON_TYPE};q=0.2,${JSON_API};q=0.1`, JSON_TYPE],
    [`${JSON_TYPE} ; q = 0.5 , ${JSON_API} ; Q=0.4`, JSON_TYPE],
    [`*/*, ${JSON_API};q=0`, JSON_TYPE],
    [`*/*;q=0.1, ${JSON_TYPE}`, JSON_TYPE],
    [`application/*;q=0.1, */*`, JSON_API],
    [`text/html, application/xhtml+xml, */*;q=0.8`, JSON_API],
    [`text/html, ${JSON_TYPE};q=0.001`, JSON_TYPE],
    [`${JSON_TYPE}; charset=utf-8`, JSON_TYPE],
    [`${JSON_API}; profile="https://example.org/a b, c;d"`, JSON_API],
    [`${JSON_API}; charset=utf-8, ${JSON_TYPE}`, JSON_TYPE],
    [`${JSON_API}; ext="https://example.org/ext", */*;q=0.1`, JSON_API],
    [`${JSON_API}; foo=bar, ${JSON_API}`, JSON_API],
    [`nonsense, ${JSON_TYPE}`, JSON_TYPE],
    [', ,application/json,', JSON_TYPE],
  ];

  it.each(accepted)('Accept: %s gives %s', (accept, mediaType) => {
    expect(negotiate(both, accept)).toBe(mediaType);
  });

  const refused = [
    'text/html',
    'application/xml',
    `${JSON_API};q=0`,
    '*/*;q=0',
    `${JSON_API};q=0, ${JSON_TYPE};q=0`,
    `${JSON_API}; charset=utf-8`,
    `${JSON_API}; foo=bar`,
    `${JSON_API}; foo="a;q=1"; q=1`,
    `${JSON_API}; ext="https://jsonapi.org/ext/atomic"`,
    'application/vnd.api',
    'applicatio',
    '*',
    'text/*',
    'application',
  ];

  it.each(refused)('Accept: %s is not acceptable, and the response lists the available types', (accept) => {
    expect(() => negotiate(both, accept)).toThrow(
      expect.objectContaining({
        code: 'not_acceptable',
        message: `Available: ${JSON_API}, ${JSON_TYPE}.`,
        faults: [expect.objectContaining({ source: { header: 'Accept' } })],
      }),
    );
  });

  it('is the only one of a schema or a YAML file, with any Accept', () => {
    for (const accept of [undefined, '*/*', 'text/html', JSON_API]) {
      expect(negotiate(operation(['application/schema+json']), accept)).toBe('application/schema+json');
    }
  });

  it('is negotiated for an operation without a body too, since its errors have one', () => {
    expect(negotiate(operation([]), JSON_TYPE)).toBe(JSON_TYPE);
    expect(() => negotiate(operation([]), 'text/html')).toThrow(expect.objectContaining({ code: 'not_acceptable' }));
  });

  it('is application/json if that is the only one', () => {
    expect(negotiate(operation([JSON_TYPE]), '*/*')).toBe(JSON_TYPE);
    expect(() => negotiate(operation([JSON_TYPE]), JSON_API)).toThrow(
      expect.objectContaining({ message: `Available: ${JSON_TYPE}.` }),
    );
  });
});

describe('the header Accept costs linear time (S6)', () => {
  const cpu = (run: () => void): number => {
    let least = Infinity;
    for (let turn = 0; turn < 5; turn++) {
      const work = processorTime();
      run();
      least = Math.min(least, work());
    }
    return least;
  };

  // 40 times the length: linear work is about 40 times as much, quadratic work 1600 times.
  it.each(['\\"', '"', ',', ';', '; ', 'a;', 'a=', ';q=1', 'a/b,', 'a/b;q="', ' '])('made of %j', (unit) => {
    const read = (length: number) => () => {
      const header = `text/html;"${unit.repeat(length / unit.length)}`;
      prefersHtml(header);
      errorMediaType(header);
    };
    read(10_000)();
    expect(cpu(read(400_000))).toBeLessThan(400 * Math.max(1, cpu(read(10_000))));
  });
});

describe('the media type of an error body', () => {
  const cases: [string | undefined, string][] = [
    [undefined, JSON_API],
    ['*/*', JSON_API],
    ['text/html', JSON_API],
    ['', JSON_API],
    [JSON_TYPE, JSON_TYPE],
    [`text/html, ${JSON_TYPE};q=0.5`, JSON_TYPE],
    [`${JSON_API}, ${JSON_TYPE}`, JSON_API],
    [`${JSON_API}; charset=utf-8, ${JSON_TYPE}`, JSON_TYPE],
  ];
  it.each(cases)('Accept: %s gives %s', (accept, mediaType) => {
    expect(errorMediaType(accept)).toBe(mediaType);
  });
});

describe('the media type of a request body (D2)', () => {
  const readable = [
    JSON_API,
    JSON_TYPE,
    'Application/Vnd.Api+JSON',
    `${JSON_API}; charset=utf-8`,
    `${JSON_API};charset="UTF-8"`,
    `${JSON_TYPE}; charset=utf8`,
    `${JSON_TYPE}; foo=bar`,
    `${JSON_API}; profile="https://example.org/p"`,
  ];
  it.each(readable)('%s is read', (contentType) => {
    expect(() => assertMediaType(both, { 'content-type': contentType })).not.toThrow();
  });

  const unreadable: (string | undefined)[] = [
    undefined,
    '',
    'text/plain',
    'text/json',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/vnd.api',
    'json',
    `${JSON_API}; charset=iso-8859-1`,
    `${JSON_TYPE}; charset=utf-16`,
    `${JSON_API}; ext="https://jsonapi.org/ext/atomic"`,
    `${JSON_API}; foo=bar`,
    `${JSON_API}; profile="p"; foo=bar`,
    `${JSON_API}, ${JSON_TYPE}`,
  ];
  it.each(unreadable)('%s is unsupported, and the response lists the supported types', (contentType) => {
    expect(() => assertMediaType(both, contentType === undefined ? {} : { 'content-type': contentType })).toThrow(
      expect.objectContaining({
        code: 'unsupported_media_type',
        message: expect.stringContaining(`${JSON_API} or ${JSON_TYPE}`) as unknown,
        faults: [expect.objectContaining({ source: { header: 'Content-Type' } })],
      }),
    );
  });

  it('is that of the operation, and no other', () => {
    const jsonOnly = operation([], [JSON_TYPE]);
    expect(() => assertMediaType(jsonOnly, { 'content-type': JSON_TYPE })).not.toThrow();
    expect(() => assertMediaType(jsonOnly, { 'content-type': JSON_API })).toThrow(
      expect.objectContaining({ code: 'unsupported_media_type' }),
    );
  });

  it.each(['gzip', 'br', 'deflate', 'gzip, identity'])('Content-Encoding: %s is unsupported', (encoding) => {
    expect(() => assertMediaType(both, { 'content-type': JSON_API, 'content-encoding': encoding })).toThrow(
      expect.objectContaining({ code: 'unsupported_media_type' }),
    );
  });

  it('may have Content-Encoding: identity', () => {
    expect(() => assertMediaType(both, { 'content-type': JSON_API, 'content-encoding': 'identity' })).not.toThrow();
  });
});
