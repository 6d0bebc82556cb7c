// JSON text as YAML (core/description/yaml-text.ts).
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { yamlOf } from '../../../core/description/yaml-text.ts';
import { createRandom } from '../../support/writes/random.ts';

const yaml = (value: object): string => [...yamlOf(JSON.stringify(value))].join('');

describe('JSON text as YAML', () => {
  it('is in block style, with quotes where they are needed only', () => {
    const value = {
      openapi: '3.0.3',
      paths: { '/documents/{id}': { get: { tags: ['a', 'b: c'], responses: { '200': {}, none: [] } } } },
      text: 'One line\n\n  and another: it is\n',
      rows: [[1, [2.5e-7]], [{ a: null, b: [true] }, 'no'], []],
    };
    expect(yaml(value)).toBe(`openapi: "3.0.3"
paths:
  /documents/{id}:
    get:
      tags:
        - a
        - "b: c"
      responses:
        "200": {}
        none: []
text: |
  One line

    and another: it is
rows:
  - - 1
    - - 2.5e-7
  - - a: null
      b:
        - true
    - "no"
  - []
`);
    expect(parse(yaml(value))).toEqual(value);
  });

  const texts = [
    ...[
      '',
      ' ',
      'a ',
      ' a',
      'a #b',
      'a# b',
      'a: b',
      'a:b',
      'a:',
      '- a',
      '? a',
      '-',
      '---',
      '...',
      '!a',
      '&a',
      '*a',
      '@a',
    ],
    ...[
      '`a`',
      '"a"',
      "'a'",
      'a\\b',
      '{a',
      '[a',
      'a, b',
      'a,',
      '%a',
      '|',
      '>',
      '#',
      '~',
      'null',
      'True',
      'NO',
      'off',
      'y',
      '=',
      '<<',
    ],
    ...[
      '1',
      '1.5',
      '0x1f',
      '1e3',
      '.inf',
      '.nan',
      '2026-01-05',
      '12:30:45',
      '$ref',
      '/a/{b}',
      'ä',
      '語',
      '\u{1f600}',
      '\u2028',
      '\ufeff',
    ],
    ...[
      '\u007f',
      '\u0085',
      '\u009f',
      '\t',
      'a\tb',
      'a\r\nb',
      'a\nb',
      'a\nb\n',
      'a\nb\n\n',
      '\na',
      'a\n b',
      ' a\nb',
      'a\n\nb',
      'a \nb',
    ],
    ...[
      'a\n\tb',
      'a\n---\nb',
      'a\n# b',
      'a\n\u0085',
      'a\nb ',
      '\n',
      'a\n',
      'a\n"',
      '\\n',
      'a\\nb',
      'a\\\nb',
      'nan',
      'a'.repeat(2_000),
    ],
    ...['\ud800', 'a\n\ud800', '__proto__ '],
  ];

  it('is read as the same value, for texts of all kinds, as values, keys and members of lists', () => {
    for (const text of texts) {
      const key = text.slice(0, 500);
      const value = { a: text, b: [text, [text], { c: text }], [key]: 1, d: { [key]: { [key]: [text] } } };
      expect(parse(yaml(value), { uniqueKeys: true }), JSON.stringify(text)).toEqual(value);
      // As a YAML 1.1 reader sees it.
      expect(parse(yaml({ a: text }), { version: '1.1' }), JSON.stringify(text)).toEqual({ a: text });
    }
  });

  it('is read as the same value, for any structure', () => {
    const random = createRandom(7);
    const any = (depth: number): unknown => {
      const kind = depth === 0 ? 0 : random.below(4);
      const members = Array.from({ length: random.below(4) });
      if (kind === 1) return members.map(() => any(depth - 1));
      if (kind >= 2) return Object.fromEntries(members.map(() => [random.pick(texts).slice(0, 300), any(depth - 1)]));
      return random.pick<unknown>([...texts, 0, -1, 1.5, 1e21, 5e-7, true, false, null]);
    };
    for (let n = 0; n < 300; n++) {
      const value = { root: any(5) };
      expect(parse(yaml(value))).toEqual(value);
    }
  });

  it('takes time and pieces in proportion to its length', () => {
    const of = (count: number) => ({
      schemas: Array.from({ length: count }, (_, n) => ({ name: `n${n}`, text: 'a\nb' })),
    });
    const pieces = (count: number): number => [...yamlOf(JSON.stringify(of(count)))].length;
    expect(pieces(2_000) / pieces(1_000)).toBeCloseTo(2, 1);
  });
});
