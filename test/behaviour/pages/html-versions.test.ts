// Versions as pages: the changes, and the earlier object (D371, D505).
import { beforeAll, expect, it } from 'vitest';
import { openBrowserClient, type BrowserClient } from '../../support/clients/browser-client.ts';
import { type ResourceData, serviceForTests } from '../../support/service.ts';
import { at, patch } from '../../support/database/versions.ts';

const test = serviceForTests();
let admin: BrowserClient;
let made: ResourceData;
beforeAll(async () => {
  admin = openBrowserClient(test);
  await admin.signIn('admin');
  made = await test.editor.create('/documents', { title: 'The first title', status: 'on' });
  await patch(test.editor, made, { title: 'The second title' });
});

it('lists show the changes of each version, and link to it', async () => {
  const { status, text } = await admin.get(at(made));
  expect(status).toBe(200);
  expect(text).toMatch(new RegExp(`<th scope="row"><a href="${at(made, '/2')}">2<`));
  for (const shown of ['update', 'create', 'title']) expect(text).toContain(shown);
});

it('a version shows the earlier object, and its differences from another version', async () => {
  const { status, text } = await admin.get(at(made, '/1?compare=2'));
  expect(status).toBe(200);
  for (const shown of ['The first title', 'The second title']) expect(text).toContain(shown);
  expect(text).toContain(`href="${at(made)}"`);
  expect((await admin.get(at(made, '/3'))).status).toBe(404);
});

it('the history is shown newest first, unless its address says otherwise (D965)', async () => {
  const numbers = async (path: string): Promise<string[]> =>
    [...(await admin.get(path)).text.matchAll(/<th scope="row"><a [^>]*>(\d+)</g)].map(([, number = '']) => number);
  expect(await numbers(at(made))).toEqual(['2', '1']);
  expect(await numbers(at(made, '?page_size=1'))).toEqual(['2']);
  expect(await numbers(at(made, '?sort=number'))).toEqual(['1', '2']);
  const { text } = await admin.get('/history');
  expect(text).toContain('/history?sort=-created');
  expect((await admin.get(`/documents/${made.id}`)).text).toContain(`href="${at(made)}"`);
});

it('a version shows what has changed since, and is restored by a form (D965)', async () => {
  const version = await admin.get(at(made, '/1'));
  expect(version.text).toContain('<del>first</del><ins>second</ins>');
  expect(version.text).toContain(`href="/html/restore${at(made, '/1')}"`);
  // The newest one differs from nothing.
  expect((await admin.get(at(made, '/2'))).text).not.toContain('Differences');
  const form = await admin.get(`/html/restore${at(made, '/1')}`);
  expect(form.text).toContain('<del>first</del><ins>second</ins>');
  expect((await admin.get(`/html/restore/documents/${made.id}`)).status).toBe(404);
  const sent = await admin.send(`/html/restore${at(made, '/1')}`, { csrf: await admin.csrf() });
  expect([sent.status, sent.headers['location']]).toEqual([303, `/documents/${made.id}#saved`]);
  const { body } = await test.admin.get(`/documents/${made.id}`);
  expect((body as { data: ResourceData }).data.attributes['title']).toBe('The first title');
});

it('long texts without common words are shown one after the other', async () => {
  const text = (word: string): string => `${word} `.repeat(3_000).trim();
  const long = await test.editor.create('/documents', { title: 'Long', status: 'on', description: text('red') });
  await patch(test.editor, long, { description: text('blue') });
  const page = await admin.get(at(long, '/1'));
  expect(page.text).toContain(`<del>${text('red')}</del><ins>${text('blue')}</ins>`);
});
