// Which tests a change breaks most likely. Services are opened through one module, so that the import graph would say: all.
import path from 'node:path';
import { PLACES } from '../mutations/places.ts';

/** Test files by their path, with their text. */
export type Tests = ReadonlyMap<string, string>;

const stemOf = (file: string): string => path.basename(file).replace(/\..*$/, '');

/** Of the tests of a place, the folder of core: `query` for core/query/filters.ts. */
const folderOf = (file: string): string => file.split('/').slice(1, -1)[0] ?? '';

/** Checks of the sources themselves, which open no service: of names, descriptions, pages, tables. */
const isOfSources = (test: string, text: string): boolean =>
  test.startsWith('test/contract/') && !/openTestService|serviceForTests/.test(text);

/**
 * @param changed paths within the project
 * @returns changed tests, those that import a changed file or have its name, those of its folder of core
 *   (scripts/mutations/places.ts), and the checks of the sources, in order
 */
export function selectTests(changed: readonly string[], tests: Tests): string[] {
  const isBroken = (test: string, text: string): boolean =>
    changed.some((file) => {
      if (file === test) return true;
      // As its importers write it: `'../../core/query/sort.ts'`, `'./service.ts'`.
      const written = file.startsWith('test/support/') ? `/${path.basename(file)}'` : `${file}'`;
      return text.includes(written) || stemOf(test) === stemOf(file) || isOfPlace(test, file);
    });
  return [...tests].flatMap(([test, text]) => (isOfSources(test, text) || isBroken(test, text) ? [test] : [])).sort();
}

const isOfPlace = (test: string, file: string): boolean =>
  file.startsWith('core/') &&
  PLACES.some(({ sources, tests }) => tests.includes(test) && folderOf(sources[0] ?? '') === folderOf(file));
