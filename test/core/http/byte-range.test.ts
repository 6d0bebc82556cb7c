import { describe, expect, it } from 'vitest';
import { parseRange } from '../../../core/http/response/send-binary.ts';

describe('a range of a file of 100 bytes', () => {
  it.each<[string, [number, number]]>([
    ['bytes=0-0', [0, 0]],
    ['bytes=0-99', [0, 99]],
    ['bytes=0-', [0, 99]],
    ['bytes=99-', [99, 99]],
    ['bytes=10-19', [10, 19]],
    ['bytes=10-100000', [10, 99]],
    [`bytes=10-${'9'.repeat(400)}`, [10, 99]],
    ['bytes=-1', [99, 99]],
    ['bytes=-100', [0, 99]],
    ['bytes=-101', [0, 99]],
    [`bytes=-${'9'.repeat(400)}`, [0, 99]],
    ['Bytes= 5-6 ', [5, 6]],
  ])('%s is satisfiable', (header, [start, end]) => {
    expect(parseRange(header, 100)).toEqual({ start, end });
  });

  it.each(['bytes=100-', 'bytes=100-200', `bytes=${'9'.repeat(400)}-`, 'bytes=-0'])(
    '%s is not satisfiable',
    (header) => {
      expect(parseRange(header, 100)).toBeNull();
    },
  );

  it.each([
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=1.5-3',
    'bytes=5-2',
    'bytes=--5',
    'bytes=5--7',
    'bytes=0x1-2',
    'bytes=1-2;',
    'lines=1-2',
    'bytes=0-1,5-6',
    'bytes=0-1,',
    'bytes 0-1/100',
    'bytes=٣-٤',
  ])('%j is ignored', (header) => {
    expect(parseRange(header, 100)).toBeUndefined();
  });
});

it('no range is satisfiable in an empty file', () => {
  for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) expect(parseRange(header, 0)).toBeNull();
});
