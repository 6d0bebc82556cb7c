// The pages of the guide are short, and begin with an example.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const folder = path.join(import.meta.dirname, '../../../openapi/docs');
const groups = JSON.parse(readFileSync(path.join(folder, 'contents.json'), 'utf8')) as {
  title: string;
  pages: string[];
}[];
/** Lists to look something up in, not to be read. */
const REFERENCE = ['service', 'settings', 'log', 'asvs', 'glossary'];
const isGuide = (name: string): boolean => !name.startsWith('rules-') && !REFERENCE.includes(name);
const pages = groups.flatMap(({ pages: names }) => names.map((name) => ({ name, isGuide: isGuide(name) })));

const WORDS = 1_500;
/** Lines of a page on the first screen. */
const SCREEN = 25;

const read = (name: string): string => readFileSync(path.join(folder, `${name}.md`), 'utf8');
const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
const hasExample = (text: string): boolean => text.split('\n').slice(0, SCREEN).join('\n').includes('\n```');

it('guides and rules have at most 1,500 words', () => {
  const short = pages.filter((each) => each.isGuide || each.name.startsWith('rules-'));
  expect(short.length).toBeGreaterThan(40);
  expect(
    short.map(({ name }) => `${name}: ${wordsIn(read(name))}`).filter((line) => Number(line.split(': ')[1]) > WORDS),
  ).toEqual([]);
});

it('guides have an example on the first screen', () => {
  const guides = pages.filter((each) => each.isGuide);
  expect(guides.filter(({ name }) => !hasExample(read(name))).map(({ name }) => name)).toEqual([]);
  expect(hasExample('# A page\n\nText.\n')).toBe(false);
});
