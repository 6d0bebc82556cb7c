// Conditions without which the figures of the benchmark are invalid: the measured and the omitted requests, and the
// comparison.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { CASES, type BenchData } from '../../../scripts/bench/cases.ts';
import type { Figures } from '../../../scripts/bench/measure.ts';
import { readOptions } from '../../../scripts/bench/options.ts';
import { probePaging } from '../../../scripts/bench/probe-paging.ts';
import { mainTable, plainTable, shareOf, spreadTable, type Row } from '../../../scripts/bench/report.ts';
import { FREQUENT_WORD, RARE_WORD, sampleCount, sampleObject } from '../../../scripts/bench/fill/sample-documents.ts';

const caseNamed = (name: string) => CASES.find((each) => each.name === name) as (typeof CASES)[number];

describe('the documents of the benchmark', () => {
  const DOCUMENTS = 10_000;
  const all = Array.from({ length: sampleCount(DOCUMENTS) }, (_, index) => sampleObject(index, sampleCount(DOCUMENTS)));
  const documents = all.filter(({ typeName }) => typeName === 'documents');
  const share = (accept: (attributes: Record<string, unknown>) => boolean) =>
    documents.filter(({ attributes }) => accept(attributes)).length / documents.length;

  it('have the requested number, mixed with objects of another type', () => {
    expect(documents).toHaveLength(DOCUMENTS);
    expect(all.slice(0, 20).some(({ typeName }) => typeName === 'news')).toBe(true);
  });

  it('are on for 60 %, drafts for 30 % and off for 10 %, the newest being drafts', () => {
    expect(share(({ status }) => status === 'on')).toBeCloseTo(0.6, 1);
    expect(share(({ status }) => status === 'draft')).toBeCloseTo(0.3, 1);
    expect(share(({ status }) => status === 'off')).toBeCloseTo(0.1, 1);
    expect(new Set(all.slice(-DOCUMENTS / 10).map(({ attributes }) => attributes['status']))).toEqual(
      new Set(['draft']),
    );
  });

  it('are about 2 KB each, some with dates, and with titles that repeat', () => {
    const sizes = documents.map(({ attributes }) => JSON.stringify(attributes).length);
    expect(sizes.reduce((sum, size) => sum + size) / sizes.length).toBeCloseTo(1_750, -3);
    expect(share(({ publish_start: start, publish_end: end }) => Boolean(start ?? end))).toBeCloseTo(0.01, 2);
    const titles = new Set(documents.map(({ attributes }) => attributes['title']));
    expect(titles.size / documents.length).toBeCloseTo(0.7, 1);
  });

  it('have a rare word and a frequent one', () => {
    const holding = (word: string) => share(({ body }) => String(body).split(' ').includes(word));
    expect(holding(RARE_WORD)).toBeCloseTo(0.005, 2);
    expect(holding(RARE_WORD)).toBeGreaterThan(0);
    expect(holding(FREQUENT_WORD)).toBeCloseTo(0.3, 1);
  });

  it('partly belong to the author, including drafts', () => {
    const own = documents.filter(({ isAuthors }) => isAuthors);
    expect(own.length / documents.length).toBeCloseTo(0.05, 1);
    expect(own.some(({ attributes }) => attributes['status'] === 'draft')).toBe(true);
  });
});

const figures = (rps: number): Figures => ({
  rps,
  p50: 1,
  p99: 2,
  serverCpu: 100,
  databaseCpu: 50,
  keys: 40,
  documents: 20,
  commands: new Map([['find', 2]]),
  disturbed: 0,
});

const row = (name: string, connections: number, ours: number, express?: number): Row => ({
  benchCase: caseNamed(name),
  connections,
  ours: figures(ours),
  floors: express === undefined ? undefined : { express: figures(express), node: figures(express) },
  plain: undefined,
  items: 20,
});

describe('the tables of the benchmark', () => {
  const cells = (table: string) => table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));

  it('have a verdict on the share of F2 at 10 connections only', () => {
    const [, , met, below, unjudged] = cells(
      mainTable([row('list', 10, 300, 100), row('get', 10, 119, 100), row('list', 50, 10, 100)], true),
    );
    expect(met).toEqual(expect.arrayContaining(['300%', 'met']));
    expect(below).toEqual(expect.arrayContaining(['119%', '120%', 'below']));
    expect(unjudged?.join()).not.toMatch(/met|below/);
  });

  it('have a verdict on the share of the plain floor, for writes, where a target is given', () => {
    const written = (connections: number, ours: number) => ({
      ...row('patch', connections, ours),
      plain: figures(100),
    });
    const [, , met, below, unjudged, none] = cells(
      plainTable([row('list', 10, 1, 1), written(10, 80), written(50, 99), written(1, 1)], true),
    );
    expect(met).toEqual(expect.arrayContaining(['80%', 'met']));
    expect(below).toEqual(expect.arrayContaining(['99%', '100%', 'below']));
    expect([unjudged?.join().match(/met|below/), none]).toEqual([null, undefined]);
  });

  it('have columns without text', () => {
    const [, rule, line] = cells(mainTable([row('list', 50, 85, 100)], true));
    expect([rule?.every((cell) => /^(?:-*:?)$/.test(cell)), line]).toEqual([true, expect.arrayContaining(['85%'])]);
  });

  it('show keys and documents for each returned item', () => {
    const [, , line] = cells(mainTable([row('list', 10, 85, 100)], true));
    expect(line?.slice(-3, -1)).toEqual(['2.0 / 2.0', '1.0 / 1.0']);
  });

  it('compare a case without a floor with another case at the same number of connections', () => {
    const rows = [row('cursor-first', 10, 200), row('cursor-first', 50, 300), row('cursor-deep', 10, 170)];
    expect(shareOf(rows[2] as Row, rows)).toBe(0.85);
    expect(shareOf(rows[2] as Row, rows.slice(1))).toBeNaN();
    expect(cells(mainTable(rows, true))[4]).toEqual(expect.arrayContaining(['85% of cursor-first', 'met', '170 / -']));
  });

  it('show the spread of runs, and in how many the target was met', () => {
    const runs = [80, 90, 95].map((ours) => [row('title', 10, ours, 100)]);
    expect(cells(spreadTable(runs, true))[2]).toEqual([
      '',
      'list by title',
      '10',
      '80%',
      '90%',
      '95%',
      '90%',
      '15%',
      '85%',
      '2 of 3',
      '',
    ]);
  });
});

describe('the cases of the benchmark', () => {
  const data: BenchData = {
    count: 10,
    publicIds: [1],
    tokens: { editor: 'e', author: 'a' },
    structure: undefined,
    withoutIndex: 'no index',
    cursor: undefined,
    hasOptionalTotal: false,
    listTag: undefined,
  };
  const missing = (given: BenchData) => CASES.filter((each) => each.missing?.(given)).map(({ name }) => name);

  it('are omitted with a reason if the service lacks their function', () => {
    expect(missing(data)).toEqual(['cursor-first', 'cursor-deep', 'total-none', 'property-indexed', 'not-modified']);
    expect(missing({ ...data, withoutIndex: undefined, cursor: 'c', hasOptionalTotal: true, listTag: '"1"' })).toEqual(
      [],
    );
  });

  it('run in their own order, with any order of --only, since the last ones add documents', () => {
    expect(readOptions(['--only', 'post,get'])?.cases.map(({ name }) => name)).toEqual(['get', 'post']);
  });
});

describe('the probe for cursors', () => {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const after = Number(searchParams.get('page[after]') ?? 0);
    const isNumbered = request.headers.host?.startsWith('localhost');
    const query = isNumbered ? `page=${after + 2}` : `page[size]=20&page[after]=${after + 1}`;
    const next = after < 9 ? `http://public.example/documents?${query}` : null;
    response.writeHead(searchParams.has('page[total]') && isNumbered ? 400 : 200, { ETag: '"1"' });
    response.end(JSON.stringify({ data: [], links: { next } }));
  });
  server.listen(0, '127.0.0.1');
  afterAll(() => void server.close());
  const probe = async (host: string, offset: number) => {
    if (!server.listening) await once(server, 'listening');
    const url = `http://${host}:${(server.address() as AddressInfo).port}`;
    return probePaging(
      { name: 'fake', url, send: () => Promise.reject(new Error()), stop: () => Promise.resolve() },
      offset,
    );
  };

  it('follows the links to the next page up to a limit, and no further than the last page', async () => {
    expect(await probe('127.0.0.1', 100)).toEqual({ cursor: '5', hasOptionalTotal: true, listTag: '"1"' });
    expect(await probe('127.0.0.1', 100_000)).toMatchObject({ cursor: '9' });
  });

  it('finds none if the links have page numbers', async () => {
    expect(await probe('localhost', 100)).toEqual({ cursor: undefined, hasOptionalTotal: false, listTag: '"1"' });
  });
});
