// `npm run contract` on a listening service: it has no findings, and finds each fault that a proxy adds.
import { createServer, request as overHttp, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deferContinue } from '../../core/http/expect-continue.ts';
import type { Report, Row } from '../../scripts/contract/report.ts';
import { runContract, type RunOptions } from '../../scripts/contract/run.ts';
import { openLoopbackServer, type LoopbackServer } from '../support/loopback-server.ts';
import { openTestService, PASSWORD, type TestService } from '../support/service.ts';

let test: TestService;
let server: Server;
let url: string;
beforeAll(async () => {
  // When it is empty, the first root folder is the publication.
  test = await openTestService({ env: { LEGACY_ROOT: '' } });
  server = createServer(test.service.app);
  deferContinue(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await test.close();
});

const options = (more: Partial<RunOptions>): RunOptions => ({
  url,
  username: 'admin',
  password: PASSWORD,
  token: undefined,
  apiKey: undefined,
  out: 'contract-report',
  minutes: 10,
  seed: 1,
  parts: ['examples', 'structure', 'statuses', 'links'],
  readOnly: false,
  ...more,
});

const quiet = (): void => undefined;
const failuresOf = (report: Report): string[] =>
  report
    .rows()
    .flatMap(({ part, operation, failures }) =>
      failures.map(({ title, detail, answer = '' }) => `${part} ${operation}: ${title}: ${detail}\n${answer}`),
    );

/** All users except those who remain as authors without a name (D301). */
const KEPT = { uname: { $not: /^__deleted-/ } };

/** The number of items in each collection, which a run must not change. */
async function counts(): Promise<Record<string, number>> {
  const { db } = test.service.services.store;
  const names = [
    'objects',
    'users',
    'object_types',
    'properties',
    'property_types',
    'relations',
    'categories',
    'tags',
    'roles',
  ];
  const found = [...names, 'applications', 'endpoints', 'endpoint_permissions', 'config', 'streams', 'auth_providers'];
  return Object.fromEntries(
    await Promise.all(found.map(async (name) => [name, await db.collection(name).countDocuments(KEPT)])),
  );
}

describe('the contract run on a deployment', { timeout: 600_000 }, () => {
  let report: Report;
  let before: Record<string, number>;
  beforeAll(async () => {
    before = await counts();
    report = await runContract(options({}), quiet);
  }, 600_000);

  it('finds no violation of the description, JSON:API or links', () => {
    expect(failuresOf(report)).toEqual([]);
  });

  it('checks every part', () => {
    const passed = (part: Row['part']): number =>
      report.rows().reduce((sum, row) => sum + (row.part === part ? row.passed : 0), 0);
    expect(passed('examples')).toBeGreaterThan(4000);
    expect(passed('structure')).toBeGreaterThan(3000);
    expect(passed('statuses')).toBeGreaterThan(1800);
    expect(passed('links')).toBeGreaterThan(300);
  });

  it('removes all its data', async () => {
    expect(await counts()).toEqual(before);
  });

  it('causes no errors in the log of the service', () => {
    expect(test.loggedErrors).toEqual([]);
  });
});

/** The change that a proxy makes to a response to `GET` of a path. */
type Fault = (answer: { status: number; headers: Record<string, string>; body: Record<string, unknown> }) => void;

const member = (body: Record<string, unknown>, ...names: string[]): Record<string, unknown> =>
  names.reduce((at, name) => at[name] as Record<string, unknown>, body);

const FAULTS: Record<string, Fault> = {
  '/auth': ({ headers }) => {
    headers['cache-control'] = 'public';
  },
  '/roles/1': ({ body }) => {
    member(body, 'data', 'attributes')['name'] = 7;
  },
  '/home': ({ body }) => {
    delete body['meta'];
    body['surprise'] = true;
  },
  '/status': (answer) => {
    answer.status = 226;
  },
  '/model/project': ({ headers }) => {
    headers['content-type'] = 'text/plain';
  },
  '/users/1': ({ headers }) => {
    delete headers['etag'];
  },
  '/model/object_types': ({ body }) => {
    member(body, 'links')['self'] = `${member(body, 'links')['home'] as string}/nowhere`;
  },
  '/users/1/roles': ({ body }) => {
    member(body, 'links')['self'] = 'https://elsewhere.example/users/1/roles';
  },
  '/model/relations?page_size=20': (answer) => {
    const error = { status: '400', code: 'unknown_parameter', title: 'Unknown query parameter', detail: 'No.' };
    answer.status = 400;
    answer.body = { error, errors: [error], links: member(answer.body, 'links') };
  },
  '/roles': ({ body }) => {
    const [first] = body['data'] as Record<string, unknown>[];
    body['included'] = [first, { type: 'users', id: '4711' }];
  },
};

/** Not handed on with this parameter, so that it is accepted. */
const IGNORED = 'contract=unknown';
const TAKES_ALL = /^\/model\/tags\?/;

/** Forwards each request, and returns the response with its fault. */
async function openFaultyProxy(): Promise<LoopbackServer> {
  const proxy = await openLoopbackServer();
  proxy.answer((request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET' && request.url === '/applications') return void request.socket.destroy();
    // With the name that the client knows the service by, so that links lead to the proxy.
    const path = request.url ?? '';
    const target = TAKES_ALL.test(path) ? path.replace(IGNORED, '') : path;
    const onward = overHttp(`${url}${target}`, { method: request.method, headers: request.headers });
    request.pipe(onward);
    onward.on('response', (answer) => {
      if (answer.headers['content-type'] === 'text/event-stream') {
        response.writeHead(answer.statusCode ?? 0, answer.headers).on('close', () => onward.destroy());
        return void answer.pipe(response);
      }
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const given = { status: answer.statusCode ?? 0, headers: answer.headers as Record<string, string>, body: {} };
        const fault = request.method === 'GET' ? FAULTS[request.url ?? ''] : undefined;
        let bytes = Buffer.concat(chunks);
        if (fault && given.status === 200 && request.headers.accept !== 'text/x-nothing') {
          given.body = JSON.parse(bytes.toString()) as Record<string, unknown>;
          fault(given);
          bytes = Buffer.from(JSON.stringify(given.body));
          given.headers['content-length'] = String(bytes.length);
        }
        response.writeHead(given.status, given.headers).end(bytes);
      });
    });
  });
  return proxy;
}

describe('a contract run that is cut short', () => {
  it('reports each of its parts, none of which has run to its end', async () => {
    const report = await runContract(options({ minutes: 0 }), quiet);
    const cut = report.rows().flatMap(({ part, failures }) => failures.map(({ title }) => `${part}: ${title}`));
    expect(cut).toEqual([
      'examples: it was cut short',
      'examples: the part did not run',
      'structure: the part did not run',
      'statuses: the part did not run',
      'links: the part did not run',
    ]);
  });
});

describe('the contract run on a deployment with faults', { timeout: 300_000 }, () => {
  let failures: string[];
  let before: number;
  beforeAll(async () => {
    before = await test.service.services.store.changes.countDocuments();
    const proxy = await openFaultyProxy();
    try {
      failures = failuresOf(await runContract(options({ url: proxy.url, readOnly: true }), quiet));
    } finally {
      await proxy.close();
    }
  }, 300_000);

  it.each([
    ['a value of the wrong type', /structure getRole: not as described: .*attributes\/name must be string/],
    ['a member that is missing', /structure getHome: not as described: .*required property 'meta'/],
    ['a member that JSON:API does not know', /structure getHome: not JSON:API 1.1: Top Level: .*"surprise"/],
    ['a status that is not described', /structure getStatus: not as described: .*status is not described/],
    ['a media type that is not described', /structure getProject: not as described: .*media type "text\/plain"/],
    [
      'a header of another value',
      /structure getAccessToken: not as described: .*header Cache-Control: not as described/i,
    ],
    ['a response that does not come', /examples listPublicApplications: no answer: /],
    ['a header that is missing', /structure getUser: not as described: .*header ETag is missing/i],
    ['a link to nowhere', /links listObjectTypes: the link links\.self: .*is answered 404/],
    ['a link to another host', /links listUserRoles: the link links\.self: .*leads away/],
    [
      'a resource that stands there twice',
      /structure listRoles: not JSON:API 1.1: Compound Documents: .*more than once/,
    ],
    [
      'an included resource that nothing links to',
      /structure listRoles: not JSON:API 1.1: Compound Documents: nothing links to/,
    ],
    [
      'a described parameter that is not known',
      /structure listRelations: the query .*: page_size is described, and refused/,
    ],
    [
      'a parameter that is accepted undescribed',
      /structure listTags: the query .*: contract is not described, and accepted/,
    ],
    ['a documented status that is not reached', /statuses getUser: 304 is not reached/],
  ])('reports %s', (_what, message) => {
    expect(failures.filter((failure) => message.test(failure))).toHaveLength(1);
  });

  it('changes nothing with --read-only', async () => {
    expect(await test.service.services.store.changes.countDocuments()).toBe(before);
  });
});

describe('the contract run reports why it cannot begin', () => {
  it.each<[string, Partial<RunOptions>, RegExp]>([
    ['the password is wrong', { password: 'not the password' }, /"admin" cannot sign in at .*\(401\)/],
    ['the token is none', { password: undefined, token: 'nothing' }, /does not .* \(401\)/],
    ['there are no credentials', { password: undefined }, /neither a password nor a token/],
    ['nobody listens', { url: 'http://127.0.0.1:9' }, /no answer to POST http:\/\/127\.0\.0\.1:9\/auth/],
    ['the user is no administrator', { username: 'reader' }, /needs an administrator/],
  ])('when %s', async (_when, more, message) => {
    const attempt = runContract(options({ parts: ['examples'], ...more }), quiet);
    if (more.username === 'reader') {
      const failures = failuresOf(await attempt);
      expect(failures.join('\n')).toMatch(message);
    } else await expect(attempt).rejects.toThrow(message);
  });

  it('when another service answers', async () => {
    const other = await openLoopbackServer();
    other.answer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello'));
    try {
      await expect(runContract(options({ url: other.url }), quiet)).rejects.toThrow(
        /not as Colophon does: is --url right/,
      );
    } finally {
      await other.close();
    }
  });
});
