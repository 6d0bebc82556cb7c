// The links of all Markdown documents have existing targets: files and headings of the repository.
// test/api/admin/docs-guide.test.ts checks those of the served pages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const pages = readdirSync(path.join(root, 'openapi/docs'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `openapi/docs/${file}`);
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'core/client/README.md',
  'openapi/decisions.md',
  ...pages,
];

const withoutCode = (markdown: string): string =>
  markdown.replaceAll(/^( *)(`{3,})[\s\S]*?^\1\2 *$/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** Anchors of the headings, by the rule that GitHub has. */
function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  const headings = markdown.replaceAll(/^( *)(`{3,})[\s\S]*?^\1\2 *$/gm, '').matchAll(/^#{1,6} +(.+?) *$/gm);
  for (const [, title = ''] of headings) {
    const base = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = base;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${base}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

const linksOf = (markdown: string): string[] =>
  [...withoutCode(markdown).matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link);

/** The fault of a link; undefined for a valid one. */
function faultOf(file: string, link: string): string | undefined {
  if (/^https?:\/\//.test(link)) return undefined;
  const [target = '', anchor] = link.split('#');
  const led = target === '' ? file : path.join(path.dirname(file), target);
  if (!existsSync(path.join(root, led))) return `${link}: no such file`;
  if (anchor === undefined) return undefined;
  return anchorsOf(read(led)).has(anchor) ? undefined : `${link}: no such heading`;
}

/** Files that CONTRIBUTING.md names in backticks, each with the names behind it: `core/uname.ts`: `generatedUname`, `withSuffix`. */
const namedFiles = (markdown: string): { file: string; names: string[] }[] =>
  [...markdown.matchAll(/`((?:core|handlers|scripts|test|openapi)\/[\w./-]+\.\w+)`(: (?:`[^`/]+`(?:, )?)+)?/g)].map(
    ([, file = '', names = '']) => ({
      file,
      names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    }),
  );

describe('the links of', () => {
  it.each(documents)('%s have existing targets', (file) => {
    expect(linksOf(read(file)).flatMap((link) => faultOf(file, link) ?? [])).toEqual([]);
  });

  it('the pages are found, and a wrong link too', () => {
    expect(linksOf('[a](b.md#c) `[d](e)`\n```\n[f](g)\n```\n[h](#i)')).toEqual(['b.md#c', '#i']);
    expect(faultOf('README.md', 'nothing.md')).toBe('nothing.md: no such file');
    expect(faultOf('README.md', 'CONTRIBUTING.md#no-such')).toBe('CONTRIBUTING.md#no-such: no such heading');
    expect([...anchorsOf('# A: `b` c\n## A: b c\n```sh\n# no heading\n```')]).toEqual(['a-b-c', 'a-b-c-1']);
  });
});

it('the files that CONTRIBUTING.md names exist, and contain the names after them', () => {
  // The walk-through creates some.
  const created = /reports|get-report|recipes/;
  const named = namedFiles(read('CONTRIBUTING.md')).filter(({ file }) => !created.test(file));
  const faults = named.flatMap(({ file, names }) => {
    if (!existsSync(path.join(root, file))) return [file];
    const text = read(file);
    return names.filter((name) => !text.includes(name)).map((name) => `${file}: ${name}`);
  });
  expect(faults).toEqual([]);
  expect(named.filter(({ names }) => names.length > 0).length).toBeGreaterThan(5);
});
