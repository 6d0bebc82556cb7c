import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseFaults } from '../../scripts/mutations/choose-faults.ts';
import { faultsIn, withFault } from '../../scripts/mutations/faults.ts';
import { PLACES } from '../../scripts/mutations/places.ts';

const root = path.resolve(import.meta.dirname, '../..');
const core = readdirSync(path.join(root, 'core'), { withFileTypes: true });

describe('the places of npm run mutations', () => {
  it('are in each folder of core', () => {
    const folders = core.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const covered = PLACES.flatMap(({ sources }) => sources.map((file) => file.split('/').slice(1, -1)[0] ?? ''));
    expect([...new Set(covered)].sort()).toEqual(['', ...folders].sort());
  });

  it.each(PLACES)('make faults in $sources, for $tests', async (place) => {
    for (const file of [...place.sources, ...place.tests]) expect(existsSync(path.join(root, file)), file).toBe(true);
    const [fault, again] = [await chooseFaults(root, place, 1, 1), await chooseFaults(root, place, 1, 1)];
    expect(fault).toHaveLength(1);
    expect(again).toEqual(fault);
  });
});

describe('the faults of a file', () => {
  const content = `export function f(a: number, list: string[]) {
  if (a > 1) throw new Error('too large');
  for (let i = 0; i < a; i++) note(i);
  return list.map((each) => ({ each, a }));
}
`;

  it('are made by rules over its syntax tree, and leave loops alone', () => {
    expect(faultsIn('f.ts', content).map(({ line, change }) => `${line}: ${change}`)).toEqual([
      '2: the condition is negated',
      '2: the operator becomes <=',
      '2: nothing is thrown',
      '3: the call is left out',
      '4: the list is empty',
      '4: the member is left out',
    ]);
  });

  it('each replace their part only', () => {
    expect(faultsIn('f.ts', content).map((fault) => withFault(content, fault).split('\n')[fault.line - 1])).toEqual([
      "  if (!(a > 1)) throw new Error('too large');",
      "  if (a <= 1) throw new Error('too large');",
      '  if (a > 1) ;',
      '  for (let i = 0; i < a; i++) ;',
      '  return [];',
      '  return list.map((each) => ({ ...{}, a }));',
    ]);
  });
});
