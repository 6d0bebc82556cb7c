import { pino } from 'pino';
import {
  MongoBulkWriteError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  type BulkWriteResult,
  type TopologyDescription,
} from 'mongodb';
import { describe, expect, it } from 'vitest';
import { ApiError, ERROR_CODES, invalidData, notFound, type ErrorCode } from '../../../core/errors.ts';
import { errorBody, toApiError, type ErrorFrame } from '../../../core/http/response/error-responder.ts';

const codes = Object.keys(ERROR_CODES) as ErrorCode[];
const frame: ErrorFrame = {
  links: { self: 'http://a/x', home: 'http://a/home' },
  debug: false,
  expiredTokenCode: 'expired_token',
};

describe('the table of codes', () => {
  it.each(codes)('%s has a status of an error and a title', (code) => {
    const { status, title } = ERROR_CODES[code];
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(title).toMatch(/^[A-Z][^.]+$/);
    expect(new ApiError(code, 'x').status).toBe(status);
  });

  it('has distinct titles', () => {
    const titles = codes.map((code) => ERROR_CODES[code].title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

describe('an ApiError', () => {
  it('has all its faults in its message', () => {
    const error = new ApiError('invalid_data', [
      { detail: 'First.' },
      { detail: 'Second.', source: { pointer: '/a' } },
    ]);
    expect(error.message).toBe('First. Second.');
    expect(error.faults).toHaveLength(2);
    expect(error).toBeInstanceOf(Error);
  });

  it('may have one fault, as text or with its source', () => {
    expect(new ApiError('locked', 'Locked.').faults).toEqual([{ detail: 'Locked.' }]);
    expect(invalidData('/data/id', 'Wrong.').faults).toEqual([{ detail: 'Wrong.', source: { pointer: '/data/id' } }]);
    expect(notFound('objects "5"')).toMatchObject({ code: 'not_found', message: 'objects "5" was not found.' });
  });
});

describe('the body of an error (service.md 7, D27)', () => {
  it.each(codes)('%s has the usual layout', (code) => {
    const error = new ApiError(code, { detail: 'What is wrong.', source: { parameter: 'p' } });
    const common = { status: String(error.status), code, title: ERROR_CODES[code].title, detail: 'What is wrong.' };
    expect(errorBody(error, error, frame)).toEqual({
      error: common,
      errors: [{ ...common, source: { parameter: 'p' } }],
      links: frame.links,
    });
  });

  it('has status, title, code and detail in the order of service.md 7', () => {
    const body = errorBody(new ApiError('route_not_found', 'x'), undefined, frame);
    for (const each of [body.error, ...body.errors]) {
      expect(Object.entries(each)).toEqual(
        Object.entries({ status: '404', title: 'Not Found', code: 'route_not_found', detail: 'x' }),
      );
    }
  });

  it('has an entry for each fault, with its own code and source', () => {
    const error = new ApiError('invalid_parameter', [
      { detail: 'One.', code: 'unknown_parameter', source: { parameter: 'a' } },
      { detail: 'Two.' },
    ]);
    const { error: summary, errors } = errorBody(error, error, frame);
    expect(summary).toMatchObject({ code: 'invalid_parameter', detail: 'One. Two.' });
    expect(errors.map(({ code, title }) => [code, title])).toEqual([
      ['unknown_parameter', 'Unknown query parameter'],
      ['invalid_parameter', 'Invalid query parameter'],
    ]);
    expect(errors[1]).not.toHaveProperty('source');
  });

  it('has the configured code for an expired token (D17)', () => {
    const error = new ApiError('expired_token', 'Expired.');
    const body = errorBody(error, error, { ...frame, expiredTokenCode: 'be_token_expired' });
    expect([body.error.code, body.errors[0]?.code]).toEqual(['be_token_expired', 'be_token_expired']);
  });

  it('has a trace in debug mode only, that of the thrown error', () => {
    const thrown = new Error('secret');
    const error = new ApiError('internal_error', 'An internal error has occurred.');
    expect(JSON.stringify(errorBody(error, thrown, frame))).not.toContain('secret');
    const { meta } = errorBody(error, thrown, { ...frame, debug: true }).error;
    expect(meta?.trace?.[0]).toBe('Error: secret');
    expect(errorBody(error, 'text', { ...frame, debug: true }).error).not.toHaveProperty('meta');
  });
});

describe('a thrown error', () => {
  it('is 503 with Retry-After for a persistent write conflict', () => {
    const conflict = new MongoServerError({ message: 'WriteConflict', code: 112 });
    const { error } = answer(conflict);
    expect([error.code, error.headers]).toEqual(['service_unavailable', { 'Retry-After': '1' }]);
  });

  function answer(thrown: unknown): { error: ApiError; logged: string } {
    let logged = '';
    const log = pino({ level: 'error' }, { write: (line: string) => void (logged += line) });
    return { error: toApiError(thrown, log), logged };
  }

  it('is unchanged if it is an ApiError, and is not logged', () => {
    const thrown = new ApiError('not_found', 'x');
    expect(answer(thrown)).toEqual({ error: thrown, logged: '' });
  });

  it.each([new Error('secret'), 'secret', undefined, null, { code: 'not_found', status: 404 }])(
    'is hidden and logged when it is unknown: %s',
    (thrown) => {
      const { error, logged } = answer(thrown);
      expect(error).toMatchObject({ code: 'internal_error', message: 'An internal error has occurred.' });
      expect(logged).toContain('request failed');
    },
  );

  const selection = new MongoServerSelectionError('timed out', {} as TopologyDescription);
  const gone: [string, Error][] = [
    ['the connection breaks', new MongoNetworkError('connection closed')],
    ['no server is found', selection],
    ['a bulk write finds none', new MongoBulkWriteError(selection, {} as BulkWriteResult)],
    [
      'a step of the work finds none',
      new Error('the step failed', { cause: new Error('inner', { cause: selection }) }),
    ],
    ['the primary ends', new MongoServerError({ message: 'interrupted at shutdown', code: 11600 })],
  ];
  it.each(gone)('is 503 with Retry-After when %s', (_what, thrown) => {
    expect(answer(thrown).error).toMatchObject({
      code: 'service_unavailable',
      status: 503,
      headers: { 'Retry-After': '2' },
    });
  });
});
