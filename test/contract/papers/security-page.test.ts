// The page "Security" names a test for each risk, and the software bill of materials is complete.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const page = readFileSync(path.join(root, 'openapi/docs/security.md'), 'utf8');
const sbom = (...args: string[]): string =>
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/release/sbom.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });

it('each of the ten risks of APIs has a test that exists', () => {
  const rows = [...page.matchAll(/^\| (API\d+) .*\|([^|]*)\|$/gm)].map(([, risk = '', tests = '']) => ({
    risk,
    tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }));
  expect(rows.map(({ risk }) => risk)).toEqual(Array.from({ length: 10 }, (_, index) => `API${index + 1}`));
  expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
  expect(rows.flatMap(({ tests }) => tests).filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

it('the bill of materials has each dependency with its version, and each has a licence', () => {
  const made = JSON.parse(sbom()) as { bomFormat: string; components: { name: string; version: string }[] };
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(made.bomFormat).toBe('CycloneDX');
  const versions = new Set(made.components.map(({ name, version }) => `${name}@${version}`));
  expect(Object.entries(dependencies).filter(([name, version]) => !versions.has(`${name}@${version}`))).toEqual([]);
  expect(sbom('--licences')).toMatch(/^MIT: .*express@/m);
});
