// Object literals in the bundles of the service (scripts/bundle/fast-spreads.ts).
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { withFastSpreads } from '../../../scripts/bundle/fast-spreads.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Places of object literals in a text that begin with the copy of another object. */
function copiesIn(file: string, text: string): number[] {
  const places: number[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    const first = ts.isObjectLiteralExpression(node) ? node.properties[0] : undefined;
    if (first && ts.isSpreadAssignment(first) && !ts.isObjectLiteralExpression(first.expression))
      places.push(node.getStart(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

it('begin with an empty object, on the same lines', () => {
  const text =
    'const a = { ...row, name };\nconst b = {\n  ...row,\n  ...other,\n};\nfind({ name, ...row }, [...rows]);\n';
  expect(withFastSpreads(text)).toBe(
    'const a = { ...{}, ...row, name };\nconst b = {\n  ...{}, ...row,\n  ...other,\n};\nfind({ name, ...row }, [...rows]);\n',
  );
  expect(withFastSpreads(withFastSpreads(text)), 'twice').toBe(withFastSpreads(text));
});

it('are no copies any more in the sources of the service', async () => {
  const left: string[] = [];
  let changed = 0;
  for (const folder of ['core', 'handlers']) {
    const names = await readdir(path.join(root, folder), { recursive: true });
    for (const name of names.filter((each) => each.endsWith('.ts'))) {
      const file = path.join(folder, name);
      const text = await readFile(path.join(root, file), 'utf8');
      if (!text.includes('...')) continue;
      const fast = withFastSpreads(text);
      if (fast !== text) changed++;
      left.push(...copiesIn(file, fast).map((at) => `${file}: ${fast.slice(at, at + 60)}`));
    }
  }
  expect(changed).toBeGreaterThan(200);
  expect(left).toEqual([]);
});
