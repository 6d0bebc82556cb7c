// The type assertions of core (`npm run tool -- casts`).
import { describe, expect, it } from 'vitest';
import { castsIn } from '../../../scripts/casts/find-casts.ts';

const found = (...lines: string[]) => castsIn('some.ts', lines.join('\n'));

describe('the casts of a file', () => {
  it('are its type assertions, in both forms, and each of a chain', () => {
    const texts = found(
      'const a = b as string;',
      'const c = d as unknown as string;',
      'const e = <string>f;',
      'const g = { h: 1 } as const;',
      'const i = { h: 1 } satisfies object;',
      'import { j as k } from "l";',
      '// m as string',
      'const n = "o as string";',
    ).map(({ line, text }) => `${line}: ${text}`);
    expect(texts).toEqual(['1: b as string', '2: d as unknown as string', '2: d as unknown', '3: <string>f']);
  });

  it('have the reason of a comment on their lines, or alone on the line above', () => {
    const reasons = found(
      '// cast: the driver says `any`',
      'const a = b as string;',
      'const c = d as string; // cast: checked above',
      'const e = d as string;',
      '// Another comment.',
      'const f = d as string;',
    ).map(({ line, reason }) => [line, reason]);
    expect(reasons).toEqual([
      [2, 'the driver says `any`'],
      [3, 'checked above'],
      [4, undefined],
      [6, undefined],
    ]);
  });
});
