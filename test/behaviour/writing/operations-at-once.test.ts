// Requests of several operations and concurrent ones: their visibility to other callers, and their result after
// conflicts (D490).
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ObjectEvent } from '../../../core/events/events.ts';
import { resultsOf, sendOperations } from '../../support/clients/atomic.ts';
import { errorCodes, errorSources, openTestService, type Client, type TestService } from '../../support/service.ts';

/** Waits at documents called `Wait`, refuses those called `Refused`; records its calls. */
const HOOKS = `
export const received = [];
export const gate = { reached: () => undefined, open: Promise.resolve() };
export default {
  name: 'gates',
  errors: { refused: { status: 422, title: 'Not this one' } },
  before: {
    async createTypedObject({ body }, { refuse }) {
      const { title } = body.data.attributes;
      if (title === 'Changed by a hook') return { body: { data: { ...body.data, attributes: { title: 'By the hook' } } } };
      if (title === 'Refused') throw refuse('refused', { detail: 'No.', source: { pointer: '/data/attributes/title' } });
      if (title !== 'Wait') return;
      gate.reached();
      await gate.open;
    },
    object({ attributes }, { refuse }) {
      if (attributes.title === 'Barred') throw refuse('refused', 'No.');
    },
  },
  after: {
    createTypedObject({ answer }) {
      received.push(answer.body.data.attributes.title);
    },
  },
};`;

interface Hooks {
  received: string[];
  gate: { reached: () => void; open: Promise<void> };
}

let folder: string;
let test: TestService;
let hooks: Hooks;
let events: ObjectEvent[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-gates-'));
  const file = path.join(folder, 'gates.mjs');
  await writeFile(file, HOOKS);
  test = await openTestService({ env: { EXTENSIONS_DIR: folder, EXTENSION_TIMEOUT: '60s', LEGACY_ROOT: '' } });
  hooks = (await import(pathToFileURL(file).href)) as Hooks;
  test.service.services.events.on('object', (event) => void events.push(event));
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
  await test.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  events = [];
  hooks.received.length = 0;
});

const send = (operations: unknown, client: Client = test.editor) => sendOperations(client, operations);
const add = (title: string, members: object = {}) => ({
  op: 'add',
  data: { type: 'documents', attributes: { title }, ...members },
});
const update = (id: string, attributes: object) => ({ op: 'update', data: { type: 'documents', id, attributes } });
const newDocument = async (attributes: object = {}): Promise<string> =>
  (await test.editor.create('/documents', { title: 'There before', ...attributes })).id;
const attributesOf = async (id: string): Promise<Record<string, unknown>> =>
  ((await test.admin.get(`/documents/${id}`)).body as { data: { attributes: Record<string, unknown> } }).data
    .attributes;
const countOf = async (): Promise<number> => {
  const { body } = await test.admin.get('/documents?page_size=1');
  return (body as { meta: { pagination: { count: number } } }).meta.pagination.count;
};

/** Sends operations that stop when the document `Wait` is added. @returns a function that continues them */
async function stopped(before: readonly unknown[], after: readonly unknown[] = []) {
  let open!: () => void;
  let attempts = 0;
  hooks.gate.open = new Promise((resolve) => (open = resolve));
  const reached = new Promise<void>((resolve) => {
    hooks.gate.reached = () => {
      attempts++;
      resolve();
    };
  });
  const answer = send([...before, add('Wait'), ...after]);
  await reached;
  return {
    attempts: () => attempts,
    async goOn() {
      open();
      return answer;
    },
  };
}

describe('before the commit', () => {
  it('no other caller sees the changes, and no event is sent', async () => {
    const id = await newDocument();
    const before = await countOf();
    [events, hooks.received.length] = [[], 0];
    const { goOn } = await stopped([
      add('Unseen', { lid: 'a' }),
      update(id, { title: 'Unseen too' }),
      { op: 'add', ref: { type: 'documents', id, relationship: 'see_also' }, data: [{ type: 'documents', lid: 'a' }] },
    ]);
    expect(await countOf()).toBe(before);
    expect(await attributesOf(id)).toMatchObject({ title: 'There before' });
    expect((await test.admin.get(`/documents/${id}/see_also`)).body).toMatchObject({ data: [] });
    expect([events, hooks.received]).toEqual([[], []]);
    const results = resultsOf(await goOn());
    expect(await countOf()).toBe(before + 2);
    expect(await attributesOf(id)).toMatchObject({ title: 'Unseen too' });
    expect(events.map(({ event }) => event).sort()).toEqual(['created', 'created', 'updated']);
    await expect.poll(() => [...hooks.received].sort()).toEqual(['Unseen', 'Wait']);
    expect(results).toHaveLength(4);
  });

  it('other writes, also of the same type, do not wait', async () => {
    const [id, other] = [await newDocument(), await newDocument()];
    const { goOn } = await stopped([update(id, { title: 'Meanwhile' }), add('One')]);
    // Until `goOn` is called, which comes after them.
    for (let n = 0; n < 20; n++) await newDocument({ title: 'Written meanwhile' });
    const patched = await test.editor.patch(`/documents/${other}`, {
      data: { type: 'documents', id: other, attributes: { title: 'Of others' } },
    });
    expect(patched.status).toBe(200);
    expect(resultsOf(await goOn())).toHaveLength(3);
    expect(await attributesOf(id)).toMatchObject({ title: 'Meanwhile' });
  });
});

describe('conflicting operations', () => {
  it('are retried as a whole, on the committed state', async () => {
    const id = await newDocument({ description: 'Mine' });
    const change = { op: 'update', data: { type: 'documents', id, attributes: { body: 'Ours' } } };
    const { goOn, attempts } = await stopped([add('Once')], [change]);
    // The transaction has begun, and does not see it.
    const other = { data: { type: 'documents', id, attributes: { title: 'Theirs' } } };
    expect((await test.editor.patch(`/documents/${id}`, other)).status).toBe(200);
    const last = resultsOf(await goOn()).at(-1);
    expect(last?.data?.attributes).toMatchObject({ title: 'Theirs', description: 'Mine', body: 'Ours' });
    expect(attempts()).toBeGreaterThan(1);
    expect(events.filter(({ event }) => event === 'created')).toHaveLength(3);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        send([
          update(id, { title: `Title ${n}`, description: `Description ${n}` }),
          add(`Beside ${n}`),
          { op: 'add', ref: { type: 'documents', id, relationship: 'see_also' }, data: [] },
        ]),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    const { title, description } = await attributesOf(id);
    expect(String(title).replace('Title', 'Description')).toBe(description);
    const history = (await test.admin.get(`/history?filter[resource_id]=${id}`)).body as { data: unknown[] };
    // Made, changed by the other one, by the first, and by each of the six.
    expect(history.data).toHaveLength(9);
    const found = (await test.admin.get('/documents?filter[title]=Once')).body as { data: unknown[] };
    expect(found.data).toHaveLength(1);
  });

  it('are 503 when the conflicts do not end, and can be repeated', async () => {
    const id = await newDocument();
    const { store } = test.service.services;
    const before = await countOf();
    await store.transaction(async (transaction) => {
      await store
        .documents('documents')
        .updateOne({ _id: Number(id) }, { $inc: { fence: 1 } } as never, { session: transaction });
      // A transaction without a statement for 12 seconds would be ended (D621).
      let statement: Promise<unknown> = Promise.resolve();
      const statements = setInterval(() => {
        statement = store.documents('documents').findOne({ _id: Number(id) }, { session: transaction });
      }, 3_000);
      const answer = await send([add('Never'), update(id, { title: 'Never' })]);
      clearInterval(statements);
      await statement;
      expect([answer.status, errorCodes(answer)[0], answer.headers['retry-after']]).toEqual([
        503,
        'service_unavailable',
        '1',
      ]);
    });
    expect(await countOf()).toBe(before);
    expect((await send([add('Never'), update(id, { title: 'After all' })])).status).toBe(200);
  });

  it('are done once each while others link, place and tag the same objects', async () => {
    const ids = [await newDocument(), await newDocument()];
    const [first = '', second = ''] = ids;
    const { id: into } = await test.editor.create('/folders', { title: 'Full' });
    const before = await countOf();
    const work = (n: number) =>
      send([
        add(`Part ${n}`, { lid: 'x', attributes: { title: `Part ${n}`, tags: [{ name: `at_once_${n % 2}` }] } }),
        {
          op: 'add',
          ref: { type: 'folders', id: into, relationship: 'children' },
          data: [{ type: 'documents', lid: 'x' }],
        },
        {
          op: 'add',
          ref: { type: 'documents', id: first, relationship: 'see_also' },
          data: [{ type: 'documents', lid: 'x' }],
        },
        update(second, { extra: { last: n } }),
      ]);
    const single = (n: number) =>
      test.editor.post(`/folders/${into}/relationships/children`, { data: [{ type: 'documents', id: ids[n % 2] }] });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => (n % 4 === 3 ? single(n) : work(n))));
    expect(answers.filter(({ status }) => status >= 400).map(({ text }) => text)).toEqual([]);
    expect(await countOf()).toBe(before + 6);
    const links = (await test.admin.get(`/documents/${first}/see_also`)).body as { data: unknown[] };
    expect(links.data).toHaveLength(6);
    const children = (await test.admin.get(`/folders/${into}/children`)).body as { data: unknown[] };
    expect(children.data.length).toBeGreaterThanOrEqual(7);
  });
});

describe('a hook of the project', () => {
  it('before an operation refuses all with its own error', async () => {
    const before = await countOf();
    [events, hooks.received.length] = [[], 0];
    const answer = await send([add('Fine'), add('Refused')]);
    expect([answer.status, errorCodes(answer)[0], errorSources(answer)]).toEqual([
      422,
      'refused',
      ['/atomic:operations/1/data/attributes/title'],
    ]);
    const barred = await send([add('Fine'), add('Barred')]);
    expect([barred.status, errorSources(barred)]).toEqual([422, ['/atomic:operations/1']]);
    expect(await countOf()).toBe(before);
    expect([events, hooks.received]).toEqual([[], []]);
  });

  it('before an operation changes the written values, and after it receives the response', async () => {
    const [result] = resultsOf(await send([add('Changed by a hook')]));
    expect(result?.data?.attributes['title']).toBe('By the hook');
    await expect.poll(() => hooks.received).toEqual(['By the hook']);
  });
});

describe('many operations', () => {
  it('are 1,000 at most, of any kind', async () => {
    const before = await countOf();
    const operations = Array.from({ length: 500 }, (_, n) => [
      add(`Many ${n % 250}`, { lid: `m${n}` }),
      { op: 'update', data: { type: 'documents', lid: `m${n}`, attributes: { description: `Text ${n}` } } },
    ]).flat();
    const results = resultsOf(await send(operations));
    expect(results).toHaveLength(1_000);
    expect(results.at(-1)?.data?.attributes['description']).toBe('Text 499');
    expect(new Set(results.map(({ data }) => data?.attributes['uname'])).size).toBe(500);
    expect(await countOf()).toBe(before + 500);
  });
});
