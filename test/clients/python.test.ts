// jsonapi-client, an unchanged JSON:API client from PyPI (python.py). Without Python, or if its packages are not
// available, these are skipped, and the reason is reported.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCheckedServer, type CheckedServer } from '../support/clients/checked-server.ts';
import { openPythonEnvironment } from '../support/processes/python-environment.ts';
import { openTestService, PASSWORD, type TestService } from '../support/service.ts';

const fileBeside = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const environment = await openPythonEnvironment(fileBeside('python-requirements.txt'));
const python = 'python' in environment ? environment.python : '';
const title = 'missing' in environment ? `a client in Python (SKIPPED: ${environment.missing})` : 'a client in Python';
if ('missing' in environment) process.stderr.write(`${title}\n`);

describe.skipIf(python === '')(title, () => {
  let test: TestService;
  let server: CheckedServer;
  let steps: Record<string, unknown>;
  beforeAll(async () => {
    test = await openTestService();
    server = await openCheckedServer(test);
    const { stdout } = await promisify(execFile)(python, [fileBeside('python.py'), server.url, 'editor', PASSWORD], {
      timeout: 300_000,
    });
    steps = JSON.parse(stdout) as Record<string, unknown>;
  });
  afterAll(async () => {
    await server.close();
    await test.close();
  });

  it('receives responses as described', () => {
    expect(server.faults).toEqual([]);
    expect(server.requests.length).toBeGreaterThan(20);
  });

  it('signs in, and sends the token as a header from then on', () => {
    expect(steps['user']).toEqual(['users', 'editor']);
  });

  it('creates, reads and changes', () => {
    expect(steps['created']).toEqual(['documents', 'Rome', 'rome']);
    expect(steps['read']).toEqual([true, 'Rome', 'A city']);
    expect(steps['changed']).toEqual(['Roma', 'A city']);
  });

  it('filters, sorts and reads all pages', () => {
    expect(steps['sorted']).toEqual(['Turin', 'Roma', 'Porto', 'Oslo', 'Lyon']);
    expect(steps['filtered']).toEqual(['Oslo']);
    expect(steps['like']).toEqual(['Roma']);
    expect(steps['paged']).toEqual(['Lyon', 'Oslo', 'Porto', 'Roma', 'Turin']);
  });

  it('writes relationships with the resource, its only way', () => {
    const written = server.requests.filter(({ body }) => body.includes('"attach"'));
    expect(written.map(({ method, status }) => [method, status])).toEqual([
      ['POST', 201],
      ['PATCH', 200],
      ['PATCH', 200],
    ]);
    expect(steps['related']).toEqual(['The Forum', 'The Tiber']);
    expect(steps['removed']).toEqual([]);
  });

  it('includes related objects with their attributes', () => {
    expect(steps['included']).toEqual(['The Forum', 'The Tiber']);
  });

  it('deletes', () => {
    expect(steps['deleted']).toMatchObject({ status: 404 });
  });

  it('shows errors by status and title', () => {
    expect(steps['missing']).toEqual({ status: 404, message: 'Error 404: Resource not found' });
    expect(steps['unknown filter']).toEqual({ status: 400, message: 'Error 400: Invalid filter' });
    expect(steps['wrong']).toEqual({ status: 400, message: 'Could not POST (400): Invalid data' });
  });
});
