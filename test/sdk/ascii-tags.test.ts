// Tags of extension operations in any language, and the clients that are generated with them (D349).
import { describe, expect, it } from 'vitest';
import { tagNames } from '../../core/description/sides/side-names.ts';

describe('tags', () => {
  it.each([
    ['documents', 'documents'],
    ['Sea lions', 'Sea lions'],
    ['Città', 'Citta'],
    ['Citta\u0300', 'Citta'],
    ['Grüße an alle', 'Grusse an alle'],
    ['Ελλάδα', 'Ellada'],
  ])('%j is made %j', (tag, name) => {
    expect(tagNames([tag]).get(tag)).toBe(name);
  });

  it('become plain names, from any text', () => {
    for (const tag of ['国々', 'ℵ', '٣', '../seas', "a');process.exit(", '(a+)+', '1', '!', '__proto__'])
      expect(tagNames([tag]).get(tag)).toMatch(/^[A-Za-z][\w -]*$/);
  });

  it('stay distinct, and ASCII ones are unchanged', () => {
    const tags = ['Città', 'Citta', 'Cittá'];
    const names = tagNames(tags);
    expect(tags.map((tag) => names.get(tag))).toEqual(['Citta 2', 'Citta', 'Citta 3']);
  });

  it('stay distinct in languages without case, spaces or hyphens', () => {
    const tags = ['Citta', 'città', 'Sea lions', 'séa-lions', 'CITTÁ'];
    const names = tagNames(tags);
    expect(tags.map((tag) => names.get(tag))).toEqual(['Citta', 'citta 2', 'Sea lions', 'sea-lions 2', 'CITTA 3']);
  });
});
