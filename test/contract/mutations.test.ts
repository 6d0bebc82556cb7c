import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { MUTATIONS } from '../../scripts/mutations/mutations.ts';

it.each(MUTATIONS)('npm run mutations can still apply the fault: $fault', async ({ file, find, tests }) => {
  const root = path.resolve(import.meta.dirname, '../..');
  expect((await readFile(path.join(root, file), 'utf8')).split(find)).toHaveLength(2);
  for (const test of tests) await expect(readFile(path.join(root, test), 'utf8')).resolves.toContain('expect(');
});
