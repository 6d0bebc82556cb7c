// Each dependency has its reason in scripts/config/dependencies.yaml, and an exact version.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
type Versions = Record<string, string>;
const manifest = JSON.parse(read('package.json')) as { dependencies: Versions; devDependencies: Versions };
const reasons = parse(read('scripts/config/dependencies.yaml')) as Record<string, Versions>;

/** `@types/*` is the reason of all of them. */
const covers = (entry: string, name: string): boolean =>
  entry.endsWith('/*') ? name.startsWith(entry.slice(0, -1)) : entry === name;

describe.each(['dependencies', 'devDependencies'] as const)('%s', (kind) => {
  const names = Object.keys(manifest[kind]);
  // A package that is a dependency of users and of tests has its reason once.
  const entries = Object.keys({ ...reasons['dependencies'], ...reasons['devDependencies'] });

  it('have reasons', () => {
    expect(names.filter((name) => !entries.some((entry) => covers(entry, name)))).toEqual([]);
  });

  it('are there, for each reason', () => {
    const all = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
    const idle = Object.keys(reasons[kind] ?? {}).filter((entry) => !all.some((name) => covers(entry, name)));
    expect(idle).toEqual([]);
  });

  it('have exact versions', () => {
    expect(Object.entries(manifest[kind]).filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
  });
});

it('what was decided against is no dependency', () => {
  const against = Object.keys(reasons['decidedAgainst'] ?? {});
  expect(against.length).toBeGreaterThan(0);
  expect(against.filter((name) => name in manifest.dependencies)).toEqual([]);
});

it('CONTRIBUTING.md is one page of at most 7 KB', () => {
  expect(Buffer.byteLength(read('CONTRIBUTING.md'))).toBeLessThanOrEqual(7_000);
});
