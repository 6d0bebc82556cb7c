import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../core/endpoint-facts.ts';
import { ApiError } from '../../../core/errors.ts';
import {
  assertLabelName,
  assertPropertyName,
  assertRelationName,
  assertTypeName,
  camelCase,
  humanize,
} from '../../../core/model/names.ts';

const isRefused = (work: () => void): boolean => {
  try {
    work();
    return false;
  } catch (error) {
    return error instanceof ApiError && error.code === 'invalid_data';
  }
};

describe('names of object types', () => {
  it.each([
    ['recipes', false],
    ['news_items', false],
    ['a1', false],
    ['a', true],
    ['Recipes', true],
    ['1st', true],
    ['my-type', true],
    ['a'.repeat(50), false],
    ['a'.repeat(51), true],
    ['category', true],
    ['tree_nodes', true],
    ['home', true],
    ['trash', true],
  ])('%s is refused: %s', (name, refused) => {
    expect(isRefused(() => assertTypeName('name', name))).toBe(refused);
    expect(isRefused(() => assertTypeName('singular', name))).toBe(refused);
  });

  it('clash with no first segment of a described path', () => {
    const file = new URL('../../../generated/openapi.json', import.meta.url);
    const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, unknown> };
    const segments = Object.keys(paths).map((path) => path.split('/')[1] ?? '');
    // Names with a dot or a brace cannot be those of a type.
    const possible = segments.filter((segment) => /^[a-z][a-z0-9_]+$/.test(segment));
    expect(possible.filter((segment) => !ENDPOINTS.has(segment))).toEqual([]);
  });
});

describe('other names', () => {
  it('of properties are snake case and not those of members of every resource', () => {
    const names = ['area', 'x', 'constructor', 'id', 'type', 'created', 'Area', 'my-area', 'a'.repeat(101)];
    expect(names.filter((name) => !isRefused(() => assertPropertyName(name)))).toEqual(['area', 'x']);
  });

  it('of relations are not those of paths below an object', () => {
    const names = ['poster', 'part_of', 'relationships', 'children', 'translations', 'P', 'a'.repeat(101)];
    expect(names.filter((name) => !isRefused(() => assertRelationName('name', name)))).toEqual(['poster', 'part_of']);
  });

  it('of categories and tags may have a dash and begin with a digit', () => {
    const names = ['soups', '2024', 'big-cats', '-x', 'x', 'Big', 'a'.repeat(51)];
    expect(names.filter((name) => !isRefused(() => assertLabelName(name)))).toEqual(['soups', '2024', 'big-cats']);
  });

  it('become labels and aliases', () => {
    expect([humanize('ingredient_of'), humanize('big-cats'), camelCase('news_items')]).toEqual([
      'Ingredient of',
      'Big cats',
      'NewsItems',
    ]);
  });
});
