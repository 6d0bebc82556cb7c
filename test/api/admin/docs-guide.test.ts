// /docs/guide and its pages: openapi/docs in the form that every service serves.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { serviceForTests } from '../../support/service.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = path.join(root, 'openapi/docs');
const groups = JSON.parse(readFileSync(path.join(folder, 'contents.json'), 'utf8')) as {
  title: string;
  pages: string[];
}[];
const names = groups.flatMap(({ pages }) => pages);

const test = serviceForTests();

const get = (address: string) => supertest(test.service.app).get(address);

/** Addresses of links on a page, and its anchors. */
async function read(address: string): Promise<{ text: string; links: string[]; anchors: Set<string> }> {
  const { status, text, headers } = await get(address);
  expect([address, status, headers['content-type']]).toEqual([address, 200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  const links = [...text.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  return { text, links, anchors: new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)) };
}

describe('the guide', () => {
  it('lists every page of openapi/docs in its contents, in their order', async () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
    expect([...names].sort()).toEqual(files.map((name) => name.replace('.md', '')).sort());
    const { links } = await read('/docs/guide');
    expect(links.filter((link) => names.includes(link))).toEqual(names);
  });

  it('has a group for each reader, the rules among the internals', async () => {
    const { text } = await read('/docs/guide');
    expect([...text.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, title]) => title)).toEqual([
      ...['Start', 'Model', 'Use the API', 'Build on it', 'Run it', 'Edit', 'Internals'],
    ]);
    const rules = groups.find(({ title }) => title === 'Internals')?.pages ?? [];
    expect(rules.length).toBeGreaterThan(0);
    expect(names.filter((name) => name.startsWith('rules-'))).toEqual(
      rules.filter((name) => name.startsWith('rules-')),
    );
  });

  it('finds a rule by its number, and links to it where it is cited', async () => {
    expect((await read('/docs/guide?q=D68')).links).toContain('rules-identity#revisions-and-etags');
    const { anchors, links } = await read('/docs/rules-identity');
    expect(anchors).toContain('D68');
    expect(links).toContain('rules-browser-pages#D324');
    expect((await read('/docs/rules-negotiation')).links).toContain('rules-identity#D68');
  });

  it('finds guides before internals', async () => {
    const internals = groups.find(({ title }) => title === 'Internals')?.pages ?? [];
    for (const word of ['filter', 'relation', 'upload']) {
      const { text } = await read(`/docs/guide?q=${word}`);
      const found = [...text.matchAll(/<li><a href="([\w-]+)/g)].map(([, name = '']) => name);
      expect([word, internals.includes(found[0] ?? 'none'), found.length > 5]).toEqual([word, false, true]);
      expect(found.slice(0, 5).filter((name) => internals.includes(name))).toEqual([]);
    }
  });

  it('has no link that leads nowhere', async () => {
    const pages = new Map(await Promise.all(names.map(async (name) => [name, await read(`/docs/${name}`)] as const)));
    let followed = 0;
    for (const [name, { links }] of pages) {
      for (const link of links) {
        const { origin, pathname, hash } = new URL(link, `http://guide/docs/${name}`);
        if (origin !== 'http://guide') continue;
        followed++;
        const [, , to = ''] = pathname.split('/');
        if (!pages.has(to)) expect([link, (await get(pathname)).status]).toEqual([link, 200]);
        else if (hash !== '') expect(pages.get(to)?.anchors, `${name}: ${link}`).toContain(hash.slice(1));
      }
    }
    expect(followed).toBeGreaterThan(names.length * 4);
  });

  it('is searched by words and their beginnings, without scripts', async () => {
    const found = await read('/docs/guide?q=idempotency');
    expect(found.links).toContain('objects#repeated-requests');
    expect((await read('/docs/guide?q=thumbn')).links).toContain('files#thumbnails');
    expect((await read('/docs/guide?q=zyxwvut')).text).toContain('Nothing was found');
    expect((await read(`/docs/guide?q=${'a'.repeat(201)}`)).text).toContain('at most 200 characters');
    expect((await read(`/docs/guide?q=${'ab+'.repeat(8)}cd+ef+gh+ij+kl+mn+op+qr`)).text).toContain('at most 8 words');
    expect((await read('/docs/guide?q=a+b+c')).text).toContain('words of two letters');
    expect((await read(`/docs/guide?q=${encodeURIComponent('"><script>x</script>')}`)).text).not.toContain('<script');
    expect(found.text).not.toContain('<script');
  });

  it('has no other pages', async () => {
    for (const name of ['nothing', 'contents.json', '..%2Fopenapi', '__proto__', 'constructor'])
      expect([name, (await get(`/docs/${name}`)).status]).toEqual([name, 404]);
    expect((await supertest(test.service.app).post('/docs/guide')).status).toBeGreaterThanOrEqual(404);
  });
});
