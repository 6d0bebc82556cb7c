// Each name has one meaning: no two files of core export different values by the same name.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { bundle } from '../../core/description/descriptions.ts';

const root = path.join(import.meta.dirname, '../../../core');
/** A separate package, for browsers: its names are those of its users (CONTRIBUTING.md). */
const isPackage = (file: string): boolean => file.startsWith('client/');

const EXPORTED = /^export (?:abstract )?(?:async )?(?:const|function\*?|interface|type|class) (\w+)/gm;

it('no two files of core export different things by the same name', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !isPackage(file),
  );
  const exporters = new Map<string, Set<string>>();
  for (const file of files) {
    for (const [, name = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(EXPORTED)) {
      exporters.set(name, (exporters.get(name) ?? new Set()).add(file));
    }
  }
  expect(exporters.size).toBeGreaterThan(1000);
  expect([...exporters].filter(([, by]) => by.size > 1).map(([name, by]) => `${name}: ${[...by].join(', ')}`)).toEqual(
    [],
  );
});

it('no schema or parameter of the description has the name of its file before its own', () => {
  const { schemas, parameters } = bundle['components'] as Record<string, Record<string, unknown>>;
  const names = [...Object.keys(schemas ?? {}), ...Object.keys(parameters ?? {})];
  expect(names.length).toBeGreaterThan(500);
  expect(names.filter((name) => /^[a-z][a-z-]*_[A-Z]/.test(name))).toEqual([]);
});
