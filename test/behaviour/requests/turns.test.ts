// Long work gives way to other requests after each item (D771): a page of many items asks as often as it has items whether its turn
// of the event loop is over, however fast the machine is.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { beforeAll, describe, expect, it } from 'vitest';
import { TURNS_CHANNEL } from '../../../core/event-loop-turns.ts';
import { resultsOf, sendOperations } from '../../support/clients/atomic.ts';
import { everyGet } from '../../support/clients/every-get.ts';
import { serviceForTests } from '../../support/service.ts';

const ITEMS = 20;

const test = serviceForTests({ env: { PUBLIC_CACHE: 'off', RESPONSE_CACHE: '0' } });
let folder: string;

async function chancesOf<Result>(work: () => Promise<Result>): Promise<{ result: Result; chances: number }> {
  let chances = 0;
  const count = (): void => void (chances += 1);
  subscribe(TURNS_CHANNEL, count);
  const result = await work();
  unsubscribe(TURNS_CHANNEL, count);
  return { result, chances };
}

/** What the parameters of the paths stand for. */
const VALUES: Record<string, () => readonly string[]> = {
  object_type_name: () => ['documents', 'folders', 'objects'],
  object_id: () => [folder, document],
  folder_id: () => [folder],
  relation_name: () => ['children', 'see_also'],
  role_id: () => ['2'],
  category_id: () => [category],
  user_id: () => ['1'],
};
let document: string;
let category: string;

beforeAll(async () => {
  const { admin } = test;
  ({ id: folder } = await admin.create('/folders', { title: 'Folder', status: 'on' }));
  ({ id: category } = await admin.create('/model/categories', { name: 'news', object_type_name: 'documents' }));
  const operations = Array.from({ length: ITEMS }, (_none, n) => ({
    op: 'add',
    data: { type: 'documents', attributes: { title: `Document ${n}`, status: 'on', categories: [{ name: 'news' }] } },
  }));
  const ids = resultsOf(await sendOperations(admin, operations)).map(({ data }) => String(data?.id));
  [document = ''] = ids;
  const data = ids.map((id) => ({ type: 'documents', id }));
  await admin.post(`/folders/${folder}/relationships/children`, { data });
  for (const id of ids) {
    const of = { object_id: Number(id) };
    await admin.create('/translations', { ...of, lang: 'it', status: 'on', translated_fields: { title: 'Titolo' } });
    await admin.create('/annotations', { ...of, description: 'A remark' });
    await admin.patch(`/documents/${document}`, {
      data: { type: 'documents', id: document, attributes: { title: id } },
    });
  }
  const gone = Array.from({ length: ITEMS }, () => ({
    op: 'add',
    data: { type: 'news', attributes: { title: 'Gone' } },
  }));
  for (const { data: made } of resultsOf(await sendOperations(admin, gone))) await admin.delete(`/news/${made?.id}`);
});

const lengthOf = (body: unknown): number => {
  const { data } = body as { data?: unknown };
  return Array.isArray(data) ? data.length : 0;
};

describe('each item of a list', () => {
  it('gives way, in every list of the description', async () => {
    const compared: string[] = [];
    const blocking: string[] = [];
    for (const path of everyGet((name) => VALUES[name]?.() ?? ['documents'])) {
      const list = (size: number) => chancesOf(() => test.admin.get(`${path}?page_size=${size}`));
      const { result, chances } = await list(ITEMS);
      const more = lengthOf(result.body) - 1;
      if (result.status !== 200 || more < ITEMS / 4) continue;
      compared.push(path);
      // Background work asks too, now and then.
      let one = Infinity;
      for (let look = 0; look < 3 && chances - one < more; look++) one = Math.min(one, (await list(1)).chances);
      if (chances - one < more) blocking.push(path);
    }
    expect(blocking).toEqual([]);
    const known = ['/objects', '/documents', '/trash', '/history', '/feed', '/translations', '/model/properties'];
    expect(compared).toEqual(expect.arrayContaining(known));
  });
});
