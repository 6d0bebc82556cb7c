import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../core/errors.ts';
import {
  knownAttributes,
  readCreate,
  readLinkage,
  readToOne,
  readUpdate,
  type ResourceBody,
} from '../../../core/format/jsonapi/resource-input.ts';

const code = (work: () => unknown): string => {
  try {
    return JSON.stringify(work());
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error);
  }
};

const body = (data: Partial<ResourceBody<{ title?: string }>['data']>): ResourceBody<{ title?: string }> => ({
  data: { type: 'documents', ...data },
});

describe('the structure of a body (D12, D50)', () => {
  it.each([
    ['attributes', body({ attributes: { title: 'A' } }), '{"title":"A"}'],
    ['no attributes', body({}), '{}'],
    ['another type', body({ type: 'news' }), 'type_conflict'],
    ['an id', body({ id: '5' }), 'client_id_forbidden'],
  ])('of a create with %s', (_case, input, want) => {
    expect(code(() => readCreate(input, 'documents'))).toBe(want);
  });

  it.each([
    ['the id of the path', body({ id: '5' }), '{}'],
    ['it as an integer', body({ id: 5 }), '{}'],
    ['the name of the path', body({ id: 'five' }), '{}'],
    ['another id', body({ id: '6' }), 'id_conflict'],
    ['no id', body({}), 'invalid_data'],
    ['another type', body({ id: '5', type: 'news' }), 'type_conflict'],
  ])('of a change with %s', (_case, input, want) => {
    expect(code(() => readUpdate(input, 'documents', 'five', 5))).toBe(want);
  });

  it('of linkage names the identifier with the wrong type', () => {
    expect(readLinkage([{ type: 'roles', id: '1' }], 'roles')).toEqual(['1']);
    expect(readToOne(null, 'roles')).toBeNull();
    const links = [
      { type: 'roles', id: '1' },
      { type: 'users', id: '2' },
    ];
    expect(() => readLinkage(links, 'roles')).toThrow(
      expect.objectContaining({
        code: 'type_conflict',
        faults: [expect.objectContaining({ source: { pointer: '/data/1/type' } })],
      }),
    );
  });

  it('keeps only known attributes that are sent', () => {
    const given: Record<string, unknown> = { a: 1, b: undefined, c: null, d: 4 };
    expect(knownAttributes(given, ['a', 'b', 'c'])).toEqual({ a: 1, c: null });
  });
});
