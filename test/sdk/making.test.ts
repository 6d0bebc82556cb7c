// `npm run sdk` up to the start of a generator: the description, the folder, names.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SdkLanguage } from '../../scripts/sdk/language.ts';
import { makeSdk, type SdkOrder } from '../../scripts/sdk/make-sdk.ts';
import { successesOf } from '../../scripts/sdk/python.ts';
import { aboutType } from '../../scripts/sdk/example.ts';
import { languages } from '../../scripts/sdk/languages.ts';
import { nameMethods } from '../../scripts/sdk/typescript-names.ts';
import type { OpenApiDocument } from '../../core/description/openapi-document.ts';
import { sideOf } from '../core/description/descriptions.ts';
import { openLoopbackServer, type LoopbackServer } from '../support/clients/loopback-server.ts';

const published = path.join(import.meta.dirname, '../../generated/openapi.expanded.json');

let folder: string;
let server: LoopbackServer;
let whole: OpenApiDocument;
let description: string;
let fails: boolean;

beforeAll(async () => {
  server = await openLoopbackServer();
  whole = JSON.parse(await readFile(published, 'utf8')) as OpenApiDocument;
  description = JSON.stringify(await sideOf(whole));
});

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-making-'));
  fails = false;
  server.answer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname !== '/api/openapi.json') return response.writeHead(404).end();
    if (request.headers['x-api-key'] !== 'k')
      return response.writeHead(403).end('{"error":{"detail":"A key, please."}}');
    const tags = searchParams.get('tags')?.split(',');
    if (tags?.includes('fodlers') === true)
      return response.writeHead(400).end('{"error":{"detail":"There is no tag \\"fodlers\\"."}}');
    if (!tags) return response.end(description);
    return void sideOf(whole, { tags }).then((part) => response.end(JSON.stringify(part)));
  });
});

afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(() => server.close());

/** A replacement for a generator: writes down its input. */
const language = {
  name: 'typescript',
  packageName: { form: /./, example: '', imported: 'colophon-sdk' },
  readme: 'See `Documents.list()`.',
  async generate({ description: file, out }) {
    await writeFile(path.join(out, 'given.json'), await readFile(file));
    if (fails) throw new Error('the generator failed');
  },
} as Pick<SdkLanguage, 'name' | 'packageName' | 'readme' | 'generate'> as SdkLanguage;

const make = (order: Partial<SdkOrder> = {}): Promise<string | undefined> =>
  makeSdk({
    language,
    out: path.join(folder, 'out'),
    url: `${server.url}/api`,
    apiKey: 'k',
    say: () => undefined,
    ...order,
  });

const given = async () =>
  JSON.parse(await readFile(path.join(folder, 'out/given.json'), 'utf8')) as {
    paths: object;
    components: { schemas: object };
  };

describe('the description', () => {
  it('is reported with the reason if it cannot be fetched', async () => {
    const gone = await openLoopbackServer();
    await gone.close();
    await expect(make({ url: gone.url })).rejects.toThrow(/^no answer from http:\S+ \(\w+\): is the service/);
    await expect(make({ url: server.url })).rejects.toThrow(
      /openapi.json answered 404: is --url right, with its path\?$/,
    );
    await expect(make({ apiKey: 'wrong' })).rejects.toThrow(/answered 403 \(A key, please\): give --api-key/);
    description = '{"openapi":"3.0.3","paths":{"/pets":{}}}';
    await expect(make()).rejects.toThrow(/is not a description of Colophon: is --url right\?$/);
    description = JSON.stringify(await sideOf(whole));
    expect(await readdir(folder)).toEqual([]);
  });

  it('is not fetched after a redirect, which would reveal the key', async () => {
    const elsewhere = await openLoopbackServer();
    let requestCount = 0;
    elsewhere.answer((_request, response) => {
      requestCount += 1;
      response.end(description);
    });
    server.answer((_request, response) =>
      response.writeHead(302, { location: `${elsewhere.url}/new/openapi.json?a=b` }).end(),
    );
    await expect(make()).rejects.toThrow(
      `${server.url}/api/openapi.json redirects to ${elsewhere.url}/new/openapi.json (302): give the final address`,
    );
    await elsewhere.close();
    expect(requestCount).toBe(0);
  });

  it('is that of the requested tags, with all that they refer to', async () => {
    await make({ tags: ['folders', 'auth'] });
    const { paths, components } = await given();
    expect(Object.keys(paths)).toContain('/folders/{folder_id}/children');
    expect(Object.keys(paths).filter((name) => !/^\/(auth|folders)/.test(name))).toEqual([]);
    const text = JSON.stringify({ paths, components });
    const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(referred));
    expect(Object.keys(components.schemas)).not.toContain('StreamsListResponse');
    await expect(make({ tags: ['fodlers'] })).rejects.toThrow(
      /answered 400 \(There is no tag "fodlers"\): see --help$/,
    );
  });
});

describe('README and hints', () => {
  const readme = () => readFile(path.join(folder, 'out/README.md'), 'utf8');

  it('use a type that the client has', async () => {
    expect([await make(), await readme()]).toEqual(['documents', 'See `Documents.list()`.']);
    expect([await make({ tags: ['auth', 'news'] }), await readme()]).toEqual(['news', 'See `News.list()`.']);
    expect([await make({ tags: ['auth'] }), await readme()]).toEqual([undefined, '']);
  });

  it('omit it when there is none', () => {
    for (const each of languages) {
      const text = aboutType([each.readme, ...each.usage({ out: 'sdk', url: server.url })].join('\n'), undefined);
      expect(text).not.toMatch(/documents/i);
      expect(text).toContain('client');
    }
  });
});

describe('the folder', () => {
  it('is created, and replaced when it was created before', async () => {
    await make({ tags: ['auth'] });
    await make({ tags: ['folders'] });
    expect(Object.keys((await given()).paths)).toContain('/folders');
    expect((await readdir(folder)).sort()).toEqual(['out']);
  });

  it('does not affect other folders', async () => {
    await mkdir(path.join(folder, 'out.part'));
    await writeFile(path.join(folder, 'out.part/mine.txt'), 'mine');
    await make({ tags: ['auth'] });
    expect((await readdir(folder)).sort()).toEqual(['out', 'out.part']);
    expect(await readFile(path.join(folder, 'out.part/mine.txt'), 'utf8')).toBe('mine');
  });

  it('is not changed if it has other files', async () => {
    await mkdir(path.join(folder, 'out'));
    await make({ tags: ['auth'] });
    await rm(path.join(folder, 'out/.colophon-sdk.json'));
    await expect(make()).rejects.toThrow(/is not empty, and was not made by this command$/);
  });

  it('is unchanged when the generator fails', async () => {
    await make({ tags: ['auth'] });
    fails = true;
    await expect(make({ tags: ['folders'] })).rejects.toThrow('the generator failed');
    expect(Object.keys((await given()).paths)).toContain('/auth');
    expect(await readdir(folder)).toEqual(['out']);
  });
});

describe('Python', () => {
  it('reads successes only, since what is refused is raised', () => {
    const operation = { responses: { 200: {}, 204: {}, 304: {}, 404: {}, default: {} } };
    expect(successesOf({ paths: { '/a': { get: structuredClone(operation), parameters: [] } } })).toEqual({
      paths: { '/a': { get: { responses: { 200: {}, 204: {} } }, parameters: [] } },
    });
  });
});

describe('the program of a language', () => {
  const programs = languages.flatMap(({ program }) => program ?? []);

  it.each(programs)('%s has at most 30 lines', async (file) => {
    expect((await readFile(file, 'utf8')).trimEnd().split('\n').length).toBeLessThanOrEqual(30);
  });

  it('is in the README of a client that has all that it uses', async () => {
    const program = programs[0] ?? '';
    const readmeOf = async (order: { tags?: string[] }): Promise<string> => {
      await make({ ...order, language: { ...language, program } });
      return readFile(path.join(folder, 'out/README.md'), 'utf8');
    };
    expect(await readmeOf({})).toContain(await readFile(program, 'utf8'));
    expect(await readmeOf({ tags: ['auth', 'documents'] })).toBe('See `Documents.list()`.');
  });
});

describe('the changelog', () => {
  const changelog = () => readFile(path.join(folder, 'out/CHANGELOG.md'), 'utf8');

  it('names what breaks programs that use the former client, and keeps what it said before', async () => {
    await make({ tags: ['auth', 'folders'] });
    const first = await changelog();
    expect(first).toMatch(/^# Changes\n\n## 1\.\d+\.\d+ - \S+\n\nThe first client in this folder\.\n$/);
    await make({ tags: ['auth', 'folders'] });
    expect(await changelog()).toBe(first);
    await make({ tags: ['auth'] });
    const second = await changelog();
    expect(second).toContain('- `getFolder`: removed (GET /folders/{})\n');
    expect(second.endsWith(first.replace('# Changes\n', ''))).toBe(true);
    await make({ tags: ['auth', 'folders'] });
    expect(await changelog()).toContain('\n\nNothing breaks a program that uses the former client.\n\n## 1.');
  });
});

describe('names of methods in TypeScript', () => {
  const names = (operations: [method: string, path: string, operationId: string][], tag: string) => {
    const paths: Record<string, Record<string, { operationId: string; tags: string[] }>> = {};
    for (const [method, route, operationId] of operations) (paths[route] ??= {})[method] = { operationId, tags: [tag] };
    return Object.fromEntries([...nameMethods({ paths })].map(([id, name]) => [id, name.join('.')]));
  };

  it('are the verb, and the noun where it is not that of the class', () => {
    const operations: [string, string, string][] = [
      ['get', '/sea_lions', 'listSeaLions'],
      ['delete', '/sea_lions', 'deleteSeaLions'],
      ['get', '/sea_lions/{object_id}', 'getSeaLion'],
      ['delete', '/sea_lions/{object_id}', 'deleteSeaLion'],
      ['get', '/sea_lions/{object_id}/prey', 'listSeaLion_Prey'],
      ['post', '/sea_lions/upload/{file_name}', 'uploadSeaLion'],
      ['get', '/other', 'getSeaLionessCount'],
    ];
    expect(names(operations, 'sea_lions')).toEqual({
      listSeaLions: 'SeaLions.list',
      deleteSeaLions: 'SeaLions.deleteMany',
      getSeaLion: 'SeaLions.get',
      deleteSeaLion: 'SeaLions.delete',
      listSeaLion_Prey: 'SeaLions.listPrey',
      uploadSeaLion: 'SeaLions.upload',
      getSeaLionessCount: 'SeaLions.getSeaLionessCount',
    });
  });

  it('are made of tags of several words, and of tags with characters of regular expressions', () => {
    expect(names([['get', '/sea-lions', 'listSeaLions']], 'sea-lions')).toEqual({ listSeaLions: 'SeaLions.list' });
    expect(names([['get', '/s', 'listS']], 'sea lions')).toEqual({ listS: 'SeaLions.listS' });
    expect(names([['get', '/a', 'listA']], '(a+')).toEqual({ listA: '(a+.listA' });
  });

  it('are of a class named differently from types and other exports of the client', () => {
    const components = { schemas: { SeasAttributes: {} } };
    const nameOf = (tag: string): string | undefined => {
      const operation = { operationId: 'listIt', tags: [tag] };
      return nameMethods({ paths: { '/it': { get: operation } }, components }).get('listIt')?.[0];
    };
    expect(['seas', 'seas_attributes', 'list_it_data', 'session', 'record'].map(nameOf)).toEqual([
      ...['Seas', 'SeasAttributes2', 'ListItData2', 'Session2', 'Record2'],
    ]);
  });

  it('are those of the path if the class has a number', () => {
    const operation = { operationId: 'listSealion', tags: ['sealion 2'] };
    expect(nameMethods({ paths: { '/sealion': { get: operation } } }).get('listSealion')).toEqual(['Sealion2', 'list']);
  });

  it('are complete if two of a class would be equal', () => {
    const operations: [string, string, string][] = [
      ['get', '/seas/{id}', 'getSea'],
      ['get', '/seas/{id}/a', 'listSea_Fish'],
      ['get', '/seas/{id}/b', 'listSeaFish'],
    ];
    expect(names(operations, 'seas')).toEqual({
      getSea: 'Seas.get',
      listSea_Fish: 'Seas.listSea_Fish',
      listSeaFish: 'Seas.listSeaFish',
    });
  });
});
