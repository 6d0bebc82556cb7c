// The count of (operation, status) at the end of a whole run: it fails for described statuses that were never seen, and
// for a list with wrong entries.
import { describe, expect, it } from 'vitest';
import { operationOf } from '../../support/run/seen-statuses.ts';
import { describedStatuses, judgeStatuses } from '../../support/run/status-coverage.ts';
import { bundle } from '../../core/description/descriptions.ts';
import { UNSEEN, type UnseenRule } from './unseen-statuses.ts';

const described = ['getA 200', 'getA 500', 'getB 200', 'getB 500'];
const rule = (status: number, operations: UnseenRule['operations']): UnseenRule => ({ status, operations, why: '' });
const judge = (seen: string[], rules: UnseenRule[]) => judgeStatuses(described, new Set(seen), rules);

describe('the count of (operation, status)', () => {
  it('is complete when every pair was seen or is listed', () => {
    const { line, faults } = judge(['getA 200', 'getB 200', 'getC 200'], [rule(500, 'all')]);
    expect([line, faults]).toEqual(['(operation, status): 2 of 4 seen, 2 listed', []]);
  });

  it('fails for a pair that was neither seen nor listed', () => {
    const { line, faults } = judge(['getA 200'], [rule(500, ['getA'])]);
    expect(line).toBe('(operation, status): 1 of 4 seen, 1 listed');
    expect(faults).toEqual([
      'getB 200: described, but no test has seen it',
      'getB 500: described, but no test has seen it',
    ]);
  });

  it('fails for a listed pair that was seen, or is not described', () => {
    const { faults } = judge(['getA 200', 'getB 200', 'getA 500'], [rule(500, 'all'), rule(409, ['getA', 'getX'])]);
    expect(faults).toEqual([
      'getA 500: seen, so it is not to be listed as unseen',
      'getA 409: listed as unseen, but the description has no such answer',
      'getX 409: listed as unseen, but the description has no such answer',
    ]);
  });
});

describe('the list of unseen statuses', () => {
  it('names described responses, each once, with a reason', () => {
    const pairs = describedStatuses(bundle);
    expect(pairs.length).toBeGreaterThan(2_500);
    const seen = new Set(pairs.filter((pair) => !UNSEEN.some(({ status }) => pair.endsWith(` ${status}`))));
    expect(judgeStatuses(pairs, seen, UNSEEN).faults.filter((fault) => fault.includes('no such answer'))).toEqual([]);
    for (const { why } of UNSEEN) expect(why.length).toBeGreaterThan(10);
  });
});

describe('a response belongs to an operation of the authored description', () => {
  const isTypeName = (name: string): boolean => name === 'documents';
  it.each([
    ['GET', '/documents?page=1', 'listTypedObjects'],
    ['HEAD', '/documents/1', 'getTypedObject'],
    ['PATCH', '/users/1', 'updateUser'],
    ['GET', '/trees/a/b/c', 'getTreeObject'],
    ['GET', '/nothing', undefined],
    ['PUT', '/home', undefined],
    ['GET', '/%zz', undefined],
  ])('%s %s: %s', (method, url, operationId) => {
    expect(operationOf(method, url, isTypeName)).toBe(operationId);
  });
});
