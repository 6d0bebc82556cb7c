// Common responses of operations, requested from every one that describes them. The statuses of this and all other
// tests are counted at the end of the whole run (test/support/run/status-coverage.ts).
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../core/description/descriptions.ts';
import type { Ids, Row } from '../../support/permissions/permission-rows.ts';
import { TABLE } from '../../support/permissions/permission-table.ts';
import {
  makeWorld,
  patient,
  prepareRequest,
  type Changes,
  type PreparedRequest,
} from '../../support/clients/prepared-request.ts';
import { openRawClient } from '../../support/clients/raw-request.ts';
import { openTestService, type Client, type ResourceData, type TestService } from '../../support/service.ts';
import { describedStatuses } from '../../support/run/status-coverage.ts';

const described = describedStatuses(bundle).map((pair) => pair.split(' '));

/** Operations that describe a status, with their rows. */
const operationsWith = (status: number, but: readonly string[] = []): [string, Row][] =>
  described.flatMap(([id = '', each]) => {
    const row = TABLE[id];
    return row && each === String(status) && !but.includes(id) ? [[id, row]] : [];
  });

const keysOf = ({ at, needs = [] }: Row): string[] => [
  ...[...at.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
  ...needs,
];
const idsOf = (row: Row, id: string): Ids => Object.fromEntries(keysOf(row).map((key) => [key, id]));

let test: TestService;
beforeAll(async () => {
  const env = {
    LEGACY_ROOT: '',
    BODY_LIMIT: '2kb',
    UPLOAD_MAX_SIZE: '3000',
    BODY_TIMEOUT: '1s',
    UPLOAD_IDLE_TIMEOUT: '1s',
  };
  test = await openTestService({ env });
});
afterAll(() => test.close());

type SendPrepared = (request: PreparedRequest, operationId: string) => Promise<{ status: number }>;

/**
 * Operations with the status of their response, if it is not the expected one. `known`: an id that does not exist, instead
 * of every id, or existing resources.
 */
async function others(
  status: number,
  operations: [string, Row][],
  sendEach: SendPrepared,
  known: string | Ids = {},
): Promise<string[]> {
  // A list without operations would find no fault in any.
  expect(operations.length).toBeGreaterThan(0);
  const turn = pLimit(10);
  const answers = operations.map(([operationId, row]) =>
    turn(async () => {
      const prepared = await prepareRequest(test.admin, row, typeof known === 'string' ? idsOf(row, known) : known);
      const answer = await sendEach(prepared, operationId);
      return `${operationId} ${answer.status}`;
    }),
  );
  return (await Promise.all(answers)).filter((answer) => !answer.endsWith(` ${status}`));
}

const send =
  (changes: Changes, client: () => Client = () => test.admin): SendPrepared =>
  (prepared) =>
    prepared.send(client(), changes);

describe('every operation with that status returns, before it reads the resource,', () => {
  it('400 for an unknown parameter', async () => {
    expect(await others(400, operationsWith(400), send({ query: 'wombats=1' }), '1')).toEqual([]);
  });

  // Those accept no token: their refusals are tested below.
  const tokenless = ['signIn', 'createCredentialsChange', 'changeCredentials', 'signUp', 'activateSignup'];
  it('401 for a bad token', async () => {
    const bad = send({ headers: { Authorization: 'Bearer wombats' } }, () => test.anonymous);
    expect(await others(401, operationsWith(401, tokenless), bad, '1')).toEqual([]);
  });

  // It refuses all forms but the legacy one (test/legacy/writing.test.ts).
  it('406 for an unsupported media type in Accept', async () => {
    const wanting = send({ headers: { Accept: 'application/x-wombats' } });
    expect(await others(406, operationsWith(406, ['createObject']), wanting, '1')).toEqual([]);
  });
});

describe('every operation with that status refuses a body', () => {
  /** Most read the body before they search for the resource, versions of files search first. */
  const bodies = async (status: number, sendEach: SendPrepared): Promise<string[]> => {
    const versions = ['createStreamVersion', 'replaceStreamVersion'];
    const ownFiles = operationsWith(status).filter(([id]) => versions.includes(id));
    const rest = await others(status, operationsWith(status, versions), sendEach, '1');
    return [...rest, ...(await others(status, ownFiles, sendEach))];
  };

  it('with a content encoding with 415', async () => {
    expect(await bodies(415, send({ headers: { 'Content-Encoding': 'gzip' }, body: 'Wombats' }))).toEqual([]);
  });

  it('that is too large with 413', async () => {
    expect(await bodies(413, send({ body: JSON.stringify({ data: 'x'.repeat(4_000) }) }))).toEqual([]);
  });

  it('that does not arrive with 408', async () => {
    const raw = await openRawClient(test);
    const sendEach: SendPrepared = async ({ method, path, contentType }) => {
      const headers = {
        Host: 'localhost',
        Authorization: `Bearer ${test.admin.token}`,
        'Content-Type': contentType,
        'Content-Length': 20,
      };
      const sent = request(raw.base, { method: method.toUpperCase(), path, headers }).on('error', () => undefined);
      sent.flushHeaders();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      let body = '';
      for await (const chunk of answer) body += String(chunk);
      sent.destroy();
      const status = answer.statusCode ?? 0;
      await test.checkAnswer({
        method: method.toUpperCase(),
        url: path,
        status,
        headers: answer.headers as never,
        text: body,
      });
      return { status };
    };
    expect(await bodies(408, sendEach)).toEqual([]);
    await raw.close();
  });

  const typed = operationsWith(409).filter(([, { body }]) => JSON.stringify(body?.({}) ?? {}).includes('"type":'));
  it('of another resource type with 409', async () => {
    const sendEach: SendPrepared = (prepared) =>
      prepared.send(test.admin, {
        body: JSON.stringify(prepared.body).replaceAll(/"type":"[a-z_]+"/g, '"type":"wombats"'),
      });
    // Of types that have special rules for it: test/legacy/writing.test.ts, test/api/objects/trash.test.ts,
    // test/api/objects/operations.test.ts. Streams are linked on their own side, and the type of a credential is that of
    // WebAuthn; those are 409 for their keys alone: test/contract/responses/idempotent-posts.test.ts.
    const seenElsewhere = [
      'createObject',
      'restoreTrashedObject',
      'addTypedObjectStreams',
      'changeResources',
      'activatePasskey',
    ];
    expect(
      await others(
        409,
        typed.filter(([id]) => !seenElsewhere.includes(id)),
        sendEach,
      ),
    ).toEqual([]);
  });
});

describe('every operation with that status returns, for an existing resource,', () => {
  // Not one of these requests changes anything.
  let world: Ids;
  beforeAll(async () => {
    world = await makeWorld(test.admin);
  });

  // Files of pictures: test/api/files/downloads.test.ts, test/behaviour/files/conditional-downloads.test.ts.
  it('304 for its ETag', async () => {
    const sendEach: SendPrepared = async (prepared) => {
      const { headers } = await prepared.send(test.admin);
      return prepared.send(test.admin, { headers: { 'If-None-Match': String(headers['etag']) } });
    };
    const conditional = operationsWith(304, ['downloadThumbnail']);
    expect(conditional.length).toBeGreaterThan(20);
    expect(await others(304, conditional, sendEach, world)).toEqual([]);
  });

  it('412 when the condition fails', async () => {
    const stale = send({ headers: { 'If-Match': '"wombats"' } });
    const operations = operationsWith(412, ['downloadThumbnail', 'createObject']);
    expect(await others(412, operations, stale, world)).toEqual([]);
    // Of a write; a read has 304.
    const writes = operations.filter(([, { at }]) => !at.startsWith('GET '));
    expect(await others(412, writes, send({ headers: { 'If-None-Match': '*' } }), world)).toEqual([]);
  });

  it('404 when it does not exist', async () => {
    // Those judge the body first.
    const named = operationsWith(404, ['updateStream', 'replaceObjectChild']);
    const inPath = named.filter(([, { at }]) => at.split('?')[0]?.includes('{'));
    expect(await others(404, inPath, send({}), '999999999')).toEqual([]);
  });
});

describe('every operation with that status returns', () => {
  it('429 for one request too many', async () => {
    const limited = await openTestService({ env: { RATE_LIMIT: '20/1h' } });
    await Promise.all(Array.from({ length: 20 }, () => limited.anonymous.get('/home')));
    expect(
      await others(
        429,
        operationsWith(429),
        send({}, () => limited.anonymous),
        '1',
      ),
    ).toEqual([]);
    await limited.close();
  });

  it('503 without a database', async () => {
    const broken = await openTestService({ beside: test, clock: test.clock });
    await broken.service.services.store.client.close();
    // The body of the table is refused because of its content.
    const bodies: Record<string, object> = {
      createAuthorization: { auth_provider: 'wombats', redirect_uri: 'https://example.org' },
    };
    // The state of the service needs no account.
    const sendEach: SendPrepared = (prepared, id) =>
      prepared.send(
        ['getStatus', 'getReady'].includes(id) ? broken.anonymous : broken.admin,
        bodies[id] && { body: JSON.stringify(bodies[id]) },
      );
    expect(await others(503, operationsWith(503, ['signUp']), sendEach, '1')).toEqual([]);
    await broken.close();
  });

  it('401 for anonymous callers without permission, even if it needs no token', async () => {
    const admin = patient(test.admin);
    const { anonymous } = test;
    const endpoints = (await admin.get('/admin/endpoints?page_size=100')).body as { data: ResourceData[] };
    const closed = endpoints.data
      .filter(({ attributes: { name } }) => ['auth', 'signup'].includes(String(name)))
      .map(({ id }) => id);
    const list = (await admin.get('/admin/endpoint_permissions?page_size=100')).body as { data: ResourceData[] };
    const open = list.data.filter(
      ({ attributes: { endpoint_id, role_id } }) => closed.includes(String(endpoint_id)) && role_id === null,
    );
    expect(open.length).toBe(2);
    const set = async ({ type, id }: ResourceData, attributes: object): Promise<void> => {
      const { status } = await admin.patch(`/admin/endpoint_permissions/${id}`, { data: { type, id, attributes } });
      expect(status).toBe(200);
    };
    for (const row of open) await set(row, { write: 'block' });
    const tokenless = ['createCredentialsChange', 'changeCredentials', 'signUp', 'activateSignup'];
    const tested = operationsWith(401).filter(([id]) => tokenless.includes(id));
    expect(tested.length).toBe(4);
    expect(
      await others(
        401,
        tested,
        send({}, () => anonymous),
      ),
    ).toEqual([]);
    for (const row of open) await set(row, { write: row.attributes['write'] });
  });

  it('404 for a page after the last one', async () => {
    const lists = operationsWith(404).filter(([, { at }]) => /^GET \/(admin|auth)\/[a-z_]+$/.test(at));
    const paged = lists.filter(([id]) => id.startsWith('list') && id !== 'listSignInProviders');
    expect(paged.length).toBeGreaterThan(5);
    expect(await others(404, paged, send({ query: 'page=1000' }))).toEqual([]);
  });

  it('404 for anonymous callers when its endpoint is disabled', async () => {
    // These two cannot be: an admin must get in to mend it.
    const operations = operationsWith(404).filter(([, { at }]) => !/^\w+ \/(auth|admin)\b/.test(at));
    const names = new Set(operations.map(([, { at }]) => /^\w+ \/([^/?]+)/.exec(at)?.[1] ?? ''));
    const list = (await test.admin.get('/admin/endpoints?page_size=100')).body as {
      data: { id: string; attributes: { name: string } }[];
    };
    const known = new Map(list.data.map(({ id, attributes }) => [attributes.name, id]));
    for (const name of names) {
      const attributes = { name, enabled: false };
      const id = known.get(name);
      const data = { type: 'endpoints', ...(id !== undefined && { id }), attributes };
      const { status } =
        id === undefined
          ? await patient(test.admin).post('/admin/endpoints', { data })
          : await patient(test.admin).patch(`/admin/endpoints/${id}`, { data });
      expect([name, status]).toEqual([name, id === undefined ? 201 : 200]);
    }
    expect(
      await others(
        404,
        operations,
        send({}, () => test.anonymous),
        '1',
      ),
    ).toEqual([]);
  });
});
