// Conditions of downloads (RFC 9110 13): If-None-Match, If-Modified-Since, If-Match, If-Unmodified-Since.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRawClient, type RawClient } from '../../support/clients/raw-request.ts';
import { serviceForTests } from '../../support/service.ts';
import { storeObjectFile } from '../../support/files/uploads.ts';

const PAST = 'Mon, 01 Jan 2001 00:00:00 GMT';
const FUTURE = 'Sun, 01 Jan 2040 00:00:00 GMT';
const test = serviceForTests();
let raw: RawClient;
let path: string;
let etag: string;
let modified: string;
beforeAll(async () => {
  raw = await openRawClient(test);
  ({ path } = await storeObjectFile(test));
  const { headers } = await raw.head(path);
  etag = String(headers.etag);
  modified = String(headers['last-modified']);
});
afterAll(async () => {
  await raw.close();
});

const statusOf = async (headers: Record<string, string>) => (await raw.get(path, headers)).status;

it('304 has the validators and no body, for GET and HEAD', async () => {
  for (const method of ['get', 'head'] as const) {
    const answer = await raw[method](path, { 'If-None-Match': etag });
    expect(answer.status).toBe(304);
    expect(answer.bytes).toHaveLength(0);
    expect(answer.headers).toMatchObject({ etag, 'last-modified': modified, 'cache-control': 'public, no-cache' });
    expect(answer.headers['content-length']).toBeUndefined();
    expect(answer.headers['content-type']).toBeUndefined();
  }
});

it('If-None-Match is compared weakly, with any of its tags', async () => {
  for (const tags of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
    expect(await statusOf({ 'If-None-Match': tags })).toBe(304);
  }
  for (const tags of ['"a"', etag.replaceAll('"', ''), 'nonsense']) {
    expect(await statusOf({ 'If-None-Match': tags })).toBe(200);
  }
});

it('If-Modified-Since counts without If-None-Match only', async () => {
  expect(await statusOf({ 'If-Modified-Since': modified })).toBe(304);
  expect(await statusOf({ 'If-Modified-Since': FUTURE })).toBe(304);
  expect(await statusOf({ 'If-Modified-Since': PAST })).toBe(200);
  expect(await statusOf({ 'If-Modified-Since': 'yesterday' })).toBe(200);
  expect(await statusOf({ 'If-None-Match': '"a"', 'If-Modified-Since': FUTURE })).toBe(200);
});

it('If-Match is compared strongly, and is 412 without a match', async () => {
  for (const tags of [etag, `"a", ${etag}`, '*']) expect(await statusOf({ 'If-Match': tags })).toBe(200);
  for (const tags of ['"a"', `W/${etag}`, 'nonsense']) {
    const answer = await raw.get(path, { 'If-Match': tags });
    expect(answer.status).toBe(412);
    expect(answer.json.error?.code).toBe('precondition_failed');
    expect(answer.json.errors?.[0]?.source).toEqual({ header: 'If-Match' });
  }
});

it('If-Unmodified-Since counts without If-Match only', async () => {
  expect(await statusOf({ 'If-Unmodified-Since': modified })).toBe(200);
  expect(await statusOf({ 'If-Unmodified-Since': PAST })).toBe(412);
  expect(await statusOf({ 'If-Unmodified-Since': 'yesterday' })).toBe(200);
  expect(await statusOf({ 'If-Match': etag, 'If-Unmodified-Since': PAST })).toBe(200);
});

it('conditions come before ranges', async () => {
  expect(await statusOf({ Range: 'bytes=0-1', 'If-None-Match': etag })).toBe(304);
  expect(await statusOf({ Range: 'bytes=0-1', 'If-Match': '"a"' })).toBe(412);
  expect(await statusOf({ Range: 'bytes=9999-', 'If-None-Match': etag })).toBe(304);
  expect(await statusOf({ Range: 'bytes=0-1', 'If-Match': etag })).toBe(206);
});

it('other bytes, another name or another type have another ETag; equal files have the same', async () => {
  const tagOf = async (file: object) => (await raw.head((await storeObjectFile(test, file)).path)).headers.etag;
  expect(await tagOf({})).toBe(etag);
  const others = await Promise.all([{ content: 'Another.' }, { name: 'other.txt' }].map(tagOf));
  expect(new Set([etag, ...others]).size).toBe(3);
});
