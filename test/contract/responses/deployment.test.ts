// `npm run contract` on a listening service: it has no findings, and finds each fault that a proxy adds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deferContinue } from '../../../core/http/request/expect-continue.ts';
import { baselineOf } from '../../../scripts/contract/report/baseline.ts';
import type { Baseline } from '../../../scripts/contract/report/finding.ts';
import type { Report, Row } from '../../../scripts/contract/report/report.ts';
import { runContract, type RunOptions } from '../../../scripts/contract/run.ts';
import { commandFile } from '../../support/processes/command-file.ts';
import { openFaultyProxy } from '../../support/files/faulty-proxy.ts';
import { openLoopbackServer } from '../../support/clients/loopback-server.ts';
import { openTestService, PASSWORD, type TestService } from '../../support/service.ts';

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
  minutes: 60,
  schemathesisMinutes: Infinity,
  seed: 1,
  parts: ['examples', 'structure', 'statuses', 'links'],
  readOnly: false,
  baseline: undefined,
  har: undefined,
  description: undefined,
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

describe('the contract run on a deployment', () => {
  let report: Report;
  let before: Record<string, number>;
  beforeAll(async () => {
    before = await counts();
    report = await runContract(options({}), quiet);
  });

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

/** The findings of a first run, but for one that is left out, and with one that nothing has. */
const FORGOTTEN = /^the link links\.self: .*leads away/;
const GONE = 'the link links.self: /users/{id} is answered 404';

interface Run {
  code: number | null;
  output: string;
  json: { totals: object; operations: Record<string, Record<string, { failures: object[]; known: string[] }>> };
  junit: string;
  html: string;
  baseline: Baseline;
}

/** The command with the baseline of an earlier run. */
async function runAgain(proxy: string, earlier: Report): Promise<Run> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-contract-'));
  try {
    const known = baselineOf(earlier);
    const { links = [] } = known['listUserRoles'] ?? {};
    const file = path.join(folder, 'known.json');
    const changed = {
      listUserRoles: { links: links.filter((each) => !FORGOTTEN.test(each)) },
      getUser: { links: [GONE] },
      // What concerns the run itself stands in the first of its parts.
      listPublicApplications: { links: known['listPublicApplications']?.examples },
    };
    await writeFile(file, JSON.stringify({ ...known, ...changed }));
    const parts = ['--read-only', '--only', 'links', '--baseline', file, '--out', folder];
    const args = [commandFile('contract'), '--url', proxy, '--username', 'admin', '--password', PASSWORD, ...parts];
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number | null]>]);
    const read = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8');
    const [json, junit, html, baseline] = await Promise.all(
      ['contract.json', 'contract.xml', 'contract.html', 'baseline.json'].map(read),
    );
    return {
      ...{ code, output, junit: junit ?? '', html: html ?? '' },
      json: JSON.parse(json ?? '') as Run['json'],
      baseline: JSON.parse(baseline ?? '') as Baseline,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('the contract run on a deployment with faults', () => {
  let failures: string[];
  let before: number;
  let first: Report;
  let again: Run;
  beforeAll(async () => {
    before = await test.service.services.store.changes.countDocuments();
    const proxy = await openFaultyProxy(url);
    try {
      first = await runContract(options({ url: proxy.url, readOnly: true }), quiet);
      failures = failuresOf(first);
      again = await runAgain(proxy.url, first);
    } finally {
      await proxy.close();
    }
  });

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

  it('fails again only by what the baseline does not have, and names what has gone', () => {
    expect(again.code).toBe(1);
    const failed = again.output.split('\n').filter((line) => line.startsWith('FAILED'));
    expect(failed).toEqual([expect.stringMatching(/^FAILED links listUserRoles: the link links.self: .*leads away/)]);
    expect(again.output).toContain(`to be taken out of the baseline: links getUser: ${GONE}\n`);
    expect(again.output).toMatch(/^known: links listObjectTypes: the link links.self: .*is answered 404/m);
    expect(again.output).toMatch(/^known: links listPublicApplications: no answer: /m);
    expect(again.output).toMatch(/ 1 failed, 2 known, /);
  });

  it('reports by operation as JSON, and known findings in each report', () => {
    const { listUserRoles, listObjectTypes, getRole } = again.json.operations;
    expect(again.json.totals).toMatchObject({ failed: 1, known: 2 });
    expect(listUserRoles?.['links']?.failures).toEqual([
      expect.objectContaining({ detail: expect.stringMatching(/leads away/) as string }),
    ]);
    expect(listObjectTypes?.['links']).toMatchObject({ failures: [], known: [expect.stringMatching(/404/)] });
    expect(getRole?.['links']).toMatchObject({ failures: [], known: [], passed: expect.any(Number) as number });
    expect(again.junit).toMatch(/name="known: the link links.self[^>]*>\s*<skipped\/>/);
    expect(again.html).toContain('<h2>Known findings</h2>');
  });

  it('writes all findings of its parts for the next run', () => {
    const links = (from: Baseline) => [from['listUserRoles']?.links, from['listObjectTypes']?.links];
    expect(links(again.baseline)).toEqual(links(baselineOf(first)));
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
