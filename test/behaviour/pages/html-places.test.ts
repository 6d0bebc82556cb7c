// The first page, and folders as a tree (D966).
import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowserClient, type BrowserClient } from '../../support/clients/browser-client.ts';
import { serviceForTests, type ResourceData } from '../../support/service.ts';

const test = serviceForTests();
let editor: BrowserClient;
let anonymous: BrowserClient;
let root: ResourceData;
let inner: ResourceData;
let made: ResourceData;

/** The text of a section, by the id of its heading. */
const sectionOf = (text: string, id: string): string => text.split(`id="${id}"`)[1]?.split('</section>')[0] ?? '';

beforeAll(async () => {
  editor = openBrowserClient(test);
  anonymous = openBrowserClient(test);
  await editor.signIn('editor');
  root = await test.editor.create('/folders', { title: 'Root <b>', status: 'on' });
  inner = await test.editor.create('/folders', { title: 'Inner', status: 'on' });
  made = await test.editor.create('/documents', { title: 'Inside', status: 'on' });
  await test.editor.create('/documents', { title: 'Mine', status: 'draft' });
  await test.admin.create('/documents', { title: 'Theirs', status: 'draft' });
  const later = { title: 'Tomorrow', status: 'on', publish_start: '2099-01-01T00:00:00+00:00' };
  await test.editor.create('/documents', later);
  for (const [child, parent] of [
    [inner, root],
    [made, inner],
  ] as const) {
    const data = [{ type: child.type, id: child.id }];
    const { status } = await test.editor.post(`/folders/${parent.id}/relationships/children`, { data });
    expect(status).toBe(200);
  }
});

describe('home', () => {
  it('shows what awaits an editor, and what has changed', async () => {
    const { text } = await editor.get('/home');
    expect(sectionOf(text, 'own-drafts')).toContain('>Mine</a>');
    expect(sectionOf(text, 'own-drafts')).not.toContain('Theirs');
    expect(sectionOf(text, 'drafts')).toContain('>Theirs</a>');
    expect(sectionOf(text, 'scheduled')).toContain('>Tomorrow</a>');
    expect(sectionOf(text, 'recent')).toContain('Root &lt;b&gt;');
    expect(sectionOf(text, 'content-heading')).toContain('href="/documents"');
  });

  it('shows nothing of it to others', async () => {
    const { status, text } = await anonymous.get('/home');
    expect(status).toBe(200);
    for (const hidden of ['own-drafts', 'Mine', 'Theirs', 'Tomorrow']) expect(text).not.toContain(hidden);
    expect(sectionOf(text, 'recent')).toContain('>Inside</a>');
  });
});

describe('a folder', () => {
  it('shows what is in it, and the folders above', async () => {
    const { text } = await editor.get(`/folders/${inner.id}`);
    expect(sectionOf(text, 'inside-heading')).toContain(`href="/documents/${made.id}"`);
    const crumbs = text.split('class="crumbs"')[1]?.split('</nav>')[0] ?? '';
    expect(crumbs).toContain(`<a href="/folders/${root.id}">Root &lt;b&gt;</a>`);
    expect((await editor.get(`/folders/${root.id}`)).text).toContain(`<a href="/folders/${inner.id}">Inner</a>`);
  });

  it('is in the tree of all folders', async () => {
    const tree = sectionOf((await anonymous.get('/folders')).text, 'tree-heading');
    const [, below = ''] = tree.split(`href="/folders/${root.id}"`);
    expect(below).toMatch(/<details open><summary>1 folder</);
    expect(below).toContain(`href="/folders/${inner.id}"`);
    expect((await anonymous.get('/folders?q=inner')).text).not.toContain('tree-heading');
  });
});
