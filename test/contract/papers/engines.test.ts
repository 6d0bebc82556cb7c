// No package asks for a newer Node than the project does: npm would warn at the first start.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { minVersion, satisfies } from 'semver';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(path.join(root, name), 'utf8'));

it('every package of package-lock.json runs on the oldest Node that package.json admits', async () => {
  const { engines } = (await read('package.json')) as { engines: { node: string } };
  const { packages } = (await read('package-lock.json')) as {
    packages: Record<string, { engines?: { node?: string } | string[] }>;
  };
  const oldest = minVersion(engines.node)?.version ?? '';
  const asked = Object.entries(packages).flatMap(([place, { engines: needs }]) =>
    needs === undefined || Array.isArray(needs) || needs.node === undefined ? [] : [[place, needs.node] as const],
  );
  expect(asked.length).toBeGreaterThan(300);
  expect(asked.filter(([, range]) => !satisfies(oldest, range))).toEqual([]);
});
