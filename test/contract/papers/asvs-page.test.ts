// The page "OWASP ASVS" has each requirement of levels 1 and 2, and the files that it names exist.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const page = readFileSync(path.join(root, 'openapi/docs/asvs.md'), 'utf8');

/** Number of requirements of levels 1 and 2 in each section of ASVS 5.0.0. */
const SECTIONS: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
};
const required = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
);

/** Items below a heading, `- **1.1.1** how (`file`, `file`)`: number, how, where. */
const itemsBelow = (heading: string): string[][] =>
  (page.split(`\n## ${heading}\n`)[1] ?? '')
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => /^- \*\*(.+?)\*\* (.+?)(?: \((`[^()]+`)\))?$/.exec(line)?.slice(1) ?? []);

/** `1.2.6 to 1.2.8` -> 1.2.6, 1.2.7, 1.2.8. */
function numbersIn(cell: string): string[] {
  const [first = '', last = first] = cell.split(' to ');
  return required.slice(required.indexOf(first), required.indexOf(last) + 1);
}

const met = [...itemsBelow('Met by the service'), ...itemsBelow('Met by the deployment')];
const rows = [...met, ...itemsBelow('Does not apply')];

it('has each of the 253 requirements once', () => {
  expect(required).toHaveLength(253);
  expect(rows.flatMap(([number = '']) => numbersIn(number)).sort()).toEqual([...required].sort());
});

it('says how each is met, or why it does not apply', () => {
  expect(rows.filter(([, how = '']) => how.length < 5).map(([number]) => number)).toEqual([]);
});

it('names a file for each that is met, and only existing files', () => {
  const files = met.map(([number, , where = '']) => ({ number, names: where.match(/(?<=`)[^`,]+(?=`)/g) ?? [] }));
  expect(files.filter(({ names }) => names.length === 0).map(({ number }) => number)).toEqual([]);
  const lost = files.flatMap(({ number, names }) =>
    names.filter((name) => !existsSync(path.join(root, name))).map((name) => `${number}: ${name}`),
  );
  expect(lost).toEqual([]);
});
