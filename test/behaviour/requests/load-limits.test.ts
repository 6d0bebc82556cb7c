// A caller that sends too many requests gets an error, and other callers and probes get responses (D624).
import { expect, it } from 'vitest';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { CALLER_RATE: '100/1m', EXPENSIVE_AT_ONCE: '1', REQUESTS_AT_ONCE: '10' } });

it('too many concurrent requests are 503 with Retry-After, expensive ones first; all others are served', async () => {
  const responses = await Promise.all([
    ...Array.from({ length: 15 }, () => test.admin.get('/documents?filter[status]=on&include=poster')),
    test.editor.get('/documents/999999'),
    test.anonymous.get('/health'),
  ]);
  const statuses = responses.map(({ status }) => status);
  expect(statuses.slice(-2)).toEqual([404, 200]);
  expect(new Set(statuses.slice(0, -2))).toEqual(new Set([200, 503]));
  expect(responses.find(({ status }) => status === 503)?.headers['retry-after']).toBe('1');
  expect((await test.admin.get('/documents?filter[status]=on')).status).toBe(200);
});

it('too many requests in a window are 429, but not those of another caller or of a probe', async () => {
  let last = await test.reader.get('/home');
  for (let n = 0; n < 150 && last.status === 200; n++) last = await test.reader.get('/home');
  expect(last.status).toBe(429);
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  expect((await test.editor.get('/home')).status).toBe(200);
  expect((await test.reader.get('/ready')).status).toBe(200);
});
