import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { FACT_SCHEMAS } from '../../../core/description/operation-facts.ts';
import { isNode, nodeAt, type Node } from '../../../core/description/openapi-document.ts';
import { chooseFaults } from '../../../scripts/mutations/choose-faults.ts';
import { factFaults, FACTS } from '../../../scripts/mutations/fact-faults.ts';
import { faultsIn, withFault } from '../../../scripts/mutations/faults.ts';
import { PLACES } from '../../../scripts/mutations/places.ts';
import { bundle } from '../../core/description/descriptions.ts';

const operationsOf = (document: Node): Node[] =>
  Object.values(nodeAt(document, 'paths')).flatMap((item) => (isNode(item) ? Object.values(item).filter(isNode) : []));

const root = path.resolve(import.meta.dirname, '../../..');
const core = readdirSync(path.join(root, 'core'), { withFileTypes: true });

describe('the places of npm run tool -- mutations', () => {
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

describe('the faults of facts', () => {
  const content = JSON.stringify(bundle, null, 2);

  it.each(FACTS)('turn %s off in one operation, and change nothing else', (fact) => {
    const faults = factFaults(fact)('openapi.json', content);
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults.slice(0, 1)) {
      const changed = JSON.parse(withFault(content, fault)) as Node;
      const differing = operationsOf(changed).filter(
        (each, index) => !isDeepStrictEqual(each, operationsOf(bundle)[index]),
      );
      expect(differing).toHaveLength(1);
      expect(fault.change).toContain(
        `${fact} is ${JSON.stringify(nodeAt(differing[0] ?? {}, 'x-colophon')[fact])} instead of `,
      );
    }
  });

  it('are of every fact', () => {
    const known = [...Object.keys(FACT_SCHEMAS.read.properties), ...Object.keys(FACT_SCHEMAS.write.properties)];
    expect([...FACTS].sort()).toEqual([...new Set(known)].sort());
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
