// /docs/clients (D437).
import supertest from 'supertest';
import { expect, it } from 'vitest';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

it('says what clients of the reference system need to know, with an anchor for each topic', async () => {
  const { status, text, headers } = await supertest(test.service.app).get('/docs/clients');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const term of ['X-Api-Key', 'EXPIRED_TOKEN_CODE=be_token_expired', 'uname', 'limit', 'saved_by_refs', '[]']) {
    expect(text).toMatch(new RegExp(`<code>[^<]*${term.replace(/[[\]]/g, '\\$&')}`));
  }
  const anchors = [...text.matchAll(/<a href="#([^"]+)">/g)].map(([, id = '']) => id);
  expect(anchors.length).toBeGreaterThan(5);
  for (const id of anchors) expect(text).toContain(`<section id="${id}">`);
  expect((await supertest(test.service.app).get('/docs')).text).toContain('href="docs/clients"');
});
