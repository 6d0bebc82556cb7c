// `npm run demo` from the user's view, against a listening service: interrupted, run to its end, and run again.
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandFile } from '../../support/processes/command-file.ts';
import { commandOf } from '../../support/processes/commands.ts';
import { PASSWORD, type ResourceData, type TestService, serviceForTests } from '../../support/service.ts';

interface Outcome {
  code: number | null;
  output: string;
  errors: string;
}

interface Listener {
  url: string;
  server: Server;
  /** Such as `POST /countries`, in the order of arrival. */
  requests: string[];
  mostInFlight: number;
  /** Responds to this number of further requests that write a country, then breaks every connection. */
  countriesUntilCut: number;
}

const test = serviceForTests({ monitorCommands: true });
let listener: Listener;
let interrupted: Outcome;
let completed: Outcome;
let repeated: Outcome;
let repeatedRequests: string[];

beforeAll(async () => {
  listener = await listen(test);
  listener.countriesUntilCut = 100;
  interrupted = await fill();
  listener.countriesUntilCut = Infinity;
  completed = await fill();
  listener.requests.length = 0;
  repeated = await fill();
  repeatedRequests = [...listener.requests];
});

/** Two languages are enough to test the stage. */
const fill = (): Promise<Outcome> => runDemo('--url', listener.url, '--password', PASSWORD, '--languages', 'it,ja');

afterAll(async () => {
  listener.server.closeAllConnections();
  await new Promise((resolve) => listener.server.close(resolve));
});

describe('npm run demo', () => {
  it('reports in one line that the service has stopped', () => {
    expect(interrupted.errors).toMatch(/^demo: no answer from http:\S+ \(\w+\): start the service with npm start.*\n$/);
    expect(interrupted.code).toBe(1);
  });

  it('continues after an interruption', () => {
    expect(completed).toMatchObject({ code: 0, errors: '' });
    expect(lineOf(completed, 'properties')).toBe('0 made, 0 changed, 25 unchanged');
    const [, made, unchanged] = /^(\d+) made, 0 changed, (\d+) unchanged$/.exec(lineOf(completed, 'countries')) ?? [];
    expect(Number(made) + Number(unchanged)).toBe(250);
    expect(Number(unchanged)).toBeGreaterThanOrEqual(100);
  });

  it('changes nothing when the data are complete', () => {
    expect(repeated).toMatchObject({ code: 0, errors: '' });
    expect(lineOf(repeated, 'total')).toMatch(/^0 made, 0 changed, 1297 unchanged in /);
    expect(lineOf(repeated, 'thumbnails')).toBe('250 ready');
    expect(repeatedRequests.filter((request) => !request.startsWith('GET'))).toEqual(['POST /auth']);
  });

  it('has at most eight concurrent requests', () => {
    expect(listener.mostInFlight).toBeGreaterThan(1);
    expect(listener.mostInFlight).toBeLessThanOrEqual(8);
  });

  it('creates 250 countries, and categories for their regions', async () => {
    expect(await pagination('/countries?page_size=1')).toMatchObject({ count: 250 });
    expect(await pagination('/objects?filter[type]=countries')).toMatchObject({ count: 250 });
    expect(await pagination('/model/categories?filter[type]=countries')).toMatchObject({ count: 30 });
    expect(await pagination('/model/categories?filter[type]=countries&filter[roots]')).toMatchObject({ count: 6 });
    expect(await pagination('/countries?filter[categories]=northern-europe')).toMatchObject({ count: 16 });
  });

  it('gives a country a value of each property type', async () => {
    const { attributes } = (await read('/countries/iceland')).data as ResourceData;
    expect(attributes).toMatchObject({
      title: 'Iceland',
      status: 'on',
      lang: 'en',
      body: expect.stringMatching(/^<p>Iceland lies in Northern Europe\. .*<\/p>$/) as string,
      cca3: 'ISL',
      region: 'Europe',
      area: 103000,
      border_count: 0,
      landlocked: false,
      capitals: ['Reykjavik'],
      border_codes: [],
      official_languages: { isl: 'Icelandic' },
      data_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    });
    const categories = attributes['categories'] as { name: string; label: string }[];
    expect(categories.map(({ label }) => label)).toEqual(['Europe', 'Northern Europe']);
  });

  it('creates countries that custom properties filter and sort', async () => {
    const query = 'filter[region]=Europe&filter[area][gt]=100000&sort=-area&page_size=5&fields=title,area';
    const data = (await read(`/countries?${query}`)).data as ResourceData[];
    const titles = data.map(({ attributes }) => attributes['title']);
    expect(titles).toEqual(['Russia', 'Ukraine', 'France', 'Spain', 'Sweden']);
    expect(Object.keys(data[0]?.attributes ?? {}).sort()).toEqual(['area', 'title']);
  });

  it('creates countries that a search finds', async () => {
    const data = (await read('/objects?q=island')).data as ResourceData[];
    expect(data.map(({ attributes }) => attributes['title'])).toContain('Norfolk Island');
  });

  it('links neighbours from both sides, with params of the border', async () => {
    const { data } = await read('/countries/sri-lanka/borders');
    expect(data).toMatchObject([
      { attributes: { title: 'India' }, meta: { relation: { params: { centres: expect.any(Number) as number } } } },
    ]);
    const ofIndia = (await read('/countries/india/borders?fields=title')).data as ResourceData[];
    expect(ofIndia.map(({ attributes }) => attributes['title'])).toContain('Sri Lanka');
  });

  it('places countries in folders by region and subregion', async () => {
    const { data } = await read('/trees/world/europe/northern-europe/iceland');
    expect(data).toMatchObject({ type: 'countries', attributes: { title: 'Iceland' } });
    expect(await pagination('/folders?filter[roots]')).toMatchObject({ count: 1 });
    expect(await pagination('/countries?filter[ancestor]=europe')).toMatchObject({ count: 53 });
    const children = (await read('/folders/northern-europe/children?page_size=3')).data as ResourceData[];
    expect(children.map(({ attributes }) => attributes['title'])).toEqual(['Åland Islands', 'Denmark', 'Estonia']);
  });

  it('gives each country its flag as poster, with a thumbnail', async () => {
    expect(await pagination('/images?page_size=1')).toMatchObject({ count: 250 });
    const data = (await read('/countries/iceland/poster')).data as ResourceData[];
    expect(data).toMatchObject([{ attributes: { title: 'Flag of Iceland', uname: 'flag-isl', status: 'on' } }]);
    const { store } = test.service.services;
    expect(await store.streams.countDocuments({ object_id: { $gt: 0 } })).toBe(250);
    expect(await store.thumbnails.countDocuments({ width: { $lte: 768 }, height: { $lte: 576 } })).toBe(250);
    expect(await store.unclaimedFiles.countDocuments()).toBe(0);
  });

  it('translates names, and annotates missing data', async () => {
    const { included } = (await read('/countries/iceland?lang=it')) as { included?: ResourceData[] };
    expect(included?.map(({ attributes }) => attributes['translated_fields'])).toEqual([
      { title: 'Islanda', description: 'Islanda' },
    ]);
    expect(await pagination('/translations?filter[type]=countries')).toMatchObject({ count: 500 });
    expect(await pagination('/annotations')).toMatchObject({ count: 6 });
  });

  it('needs eight database commands for a page with the translations of all neighbours', async () => {
    const commands: string[] = [];
    const { client } = test.service.services.store;
    const listenTo = (started: Parameters<typeof commandOf>[0]): void => {
      const command = commandOf(started);
      if (command !== undefined) commands.push(command);
    };
    client.on('commandStarted', listenTo as never);
    const { data, included } = (await read('/countries?page_size=20&include=borders.translations')) as {
      data: unknown[];
      included?: ResourceData[];
    };
    client.off('commandStarted', listenTo as never);
    expect(data).toHaveLength(20);
    expect(included?.filter(({ type }) => type === 'translations').length).toBeGreaterThan(50);
    expect(commands.length, commands.join(', ')).toBeLessThanOrEqual(8);
  });

  it('creates a type with a schema', async () => {
    const response = await test.anonymous.get('/model/schema/countries');
    expect(response.status).toBe(200);
    const { properties, required } = response.body as { properties: Record<string, unknown>; required: string[] };
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(['area', 'border_codes', 'cca3', 'data_date']));
    expect(required).toContain('cca3');
  });

  it('restores changed data, and writes nothing else', async () => {
    const changes = { attributes: { capital: 'Akureyri', extra: { visited: true } } };
    const { id } = (await read('/countries/iceland')).data as ResourceData;
    await test.admin.patch('/countries/iceland', { data: { id, type: 'countries', ...changes } });
    const outcome = await fill();
    expect(lineOf(outcome, 'countries')).toBe('0 made, 1 changed, 249 unchanged');
    const { attributes } = (await read('/countries/iceland')).data as ResourceData;
    expect(attributes).toMatchObject({ capital: 'Reykjavik', extra: { visited: true } });
  });

  it.each([
    ['a wrong password', ['--password', 'wrong'], /^demo: "admin" cannot sign in at http:\S+: .*\n$/],
    ['no password', [], /^demo: there is no password: give it as DEMO_PASSWORD .*, or with --password .*\n$/],
    [
      'an unknown language',
      ['--password', 'x', '--languages', 'it,xx'],
      /^demo: --languages: "xx" is not one of ar,.*\n$/,
    ],
    ['an unknown region', ['--region', 'Narnia'], /^demo: --region: "Narnia" is not one of Africa, Americas, .*\n$/],
    ['an unknown option', ['--pasword', 'x'], /^demo: Unknown option '--pasword': see --help\n$/],
  ])('gives advice in one line for %s', async (_fault, args, message) => {
    const { code, errors } = await runDemo('--url', listener.url, ...args);
    expect(errors).toMatch(message);
    expect(code).toBe(1);
  });
});

async function listen({ service }: TestService): Promise<Listener> {
  let inFlight = 0;
  const server = createServer((request, response) => {
    const what = `${request.method} ${request.url}`;
    listening.requests.push(what);
    if (what === 'POST /countries') listening.countriesUntilCut--;
    if (listening.countriesUntilCut < 0) return void request.socket.destroy();
    listening.mostInFlight = Math.max(listening.mostInFlight, ++inFlight);
    response.once('close', () => inFlight--);
    service.app(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const listening: Listener = { url, server, requests: [], mostInFlight: 0, countriesUntilCut: Infinity };
  return listening;
}

/** Away from the project's folder, so that no `.env` of a developer counts. */
function runDemo(...args: string[]): Promise<Outcome> {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [commandFile('demo'), ...args], {
    cwd: os.tmpdir(),
    env: { PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output, errors }));
  });
}

/** The text of an output line after its name. */
const lineOf = ({ output }: Outcome, name: string): string =>
  new RegExp(`^${name} +(.*)$`, 'm').exec(output)?.[1] ?? `no line of ${name} in: ${output}`;

async function read(target: string): Promise<{ data: unknown; meta: { pagination?: unknown } }> {
  const response = await test.anonymous.get(target);
  expect(response.status, response.text).toBe(200);
  return response.body as Awaited<ReturnType<typeof read>>;
}

const pagination = async (target: string) => (await read(target)).meta.pagination;
