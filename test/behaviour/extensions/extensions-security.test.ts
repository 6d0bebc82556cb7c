// Operations of a project with and without a security scheme (D866).
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';

/** A service with one operation of a project, whose endpoint is open to administrators only. */
async function withOperation(operation: object, act: (test: TestService) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-security-'));
  const described = {
    operationId: 'listThings',
    tags: ['things'],
    responses: { 200: { description: 'All.' } },
    ...operation,
  };
  const openapi = JSON.stringify({ paths: { '/things': { get: described } } });
  const text = `export default { name: 'own', openapi: ${openapi}, operations: { listThings: () => ({ status: 200 }) } };`;
  await writeFile(path.join(folder, 'own.mjs'), text);
  const test = await openTestService({ env: { EXTENSIONS_DIR: folder } });
  try {
    await act(test);
  } finally {
    await test.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const read = (test: TestService, headers: Record<string, string> = {}, query = '') =>
  supertest(test.service.app)
    .get(`/things${query}`)
    .set({ Host: 'localhost', ...headers });

describe('an operation of a project', () => {
  it.each([[[{}]], [[]]])('that reads no token tells a caller with one why it is anonymous: security %j', (security) =>
    withOperation({ security }, async (test) => {
      const signed = await read(test, { Authorization: `Bearer ${test.admin.token}` });
      for (const response of [signed, await read(test, {}, `?access_token=${test.admin.token}`)]) {
        expect([response.status, response.text]).toEqual([401, expect.stringContaining('`security`')]);
        expect(response.headers['www-authenticate']).toBe('Bearer');
      }
      const anonymous = await read(test);
      expect([anonymous.status, anonymous.text]).toEqual([401, expect.not.stringContaining('`security`')]);
    }),
  );

  it('reads a token by default', () =>
    withOperation({}, async (test) => {
      expect((await read(test, { Authorization: `Bearer ${test.admin.token}` })).status).toBe(200);
    }));
});
