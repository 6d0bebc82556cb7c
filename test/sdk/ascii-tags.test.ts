// Tags of extension operations in any language, and the clients that are generated with them (D349).
import { describe, expect, it } from 'vitest';
import { nodeAt, type OpenApiDocument } from '../../core/description/openapi-document.ts';
import { asciiTags } from '../../scripts/sdk/ascii-tags.ts';

const tagged = (...tags: string[]): OpenApiDocument => ({
  tags: tags.map((name) => ({ name })),
  paths: Object.fromEntries(tags.map((tag, index) => [`/path${index}`, { get: { tags: [tag] } }])),
});

describe('tags', () => {
  it.each([
    ['documents', 'documents'],
    ['Sea lions', 'Sea lions'],
    ['Città', 'Citta'],
    ['Citta\u0300', 'Citta'],
    ['Grüße an alle', 'Grusse an alle'],
    ['Ελλάδα', 'Ellada'],
  ])('%j is made %j', (tag, name) => {
    const document = tagged(tag);
    expect(asciiTags(document).get(tag)).toBe(name);
    expect(nodeAt(document, 'paths', '/path0', 'get')['tags']).toEqual([name]);
    expect(document['tags']).toEqual([{ name }]);
  });

  it('become plain names, from any text', () => {
    for (const tag of ['国々', 'ℵ', '٣', '../seas', "a');process.exit(", '(a+)+', '1', '!', '__proto__'])
      expect(asciiTags(tagged(tag)).get(tag)).toMatch(/^[A-Za-z][\w -]*$/);
  });

  it('stay distinct, and ASCII ones are unchanged', () => {
    const names = asciiTags(tagged('Città', 'Citta', 'Cittá'));
    expect([...names.values()]).toEqual(['Citta 2', 'Citta', 'Citta 3']);
  });

  it('stay distinct in languages without case, spaces or hyphens', () => {
    const names = asciiTags(tagged('Citta', 'città', 'Sea lions', 'séa-lions', 'CITTÁ'));
    expect([...names.values()]).toEqual(['Citta', 'citta 2', 'Sea lions', 'sea-lions 2', 'CITTA 3']);
  });
});
