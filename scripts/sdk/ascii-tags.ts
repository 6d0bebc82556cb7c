// Tags of a project's own operations may be words of any language. Clients use ASCII ones, since their names become classes and
// files, and generators convert other letters in different ways: `Città` is `Citta` (D349).
import anyAscii from 'any-ascii';
import { isNode, METHODS, nodeAt, type Node, type OpenApiDocument } from '../../core/description/openapi-document.ts';
import { plain } from './sdk-schemas.ts';

/** Letters, digits, underscores, hyphens and single spaces, beginning with a letter. */
function toAscii(tag: string): string {
  const text = anyAscii(tag)
    .replace(/[^\w -]+/g, ' ')
    .replace(/ +/g, ' ')
    .slice(0, 100)
    .trim();
  return /^[A-Za-z]/.test(text) ? text : `Tag ${text}`.trim();
}

/**
 * Renames the tags of a document, without collisions in any language (D357).
 * @param document is changed
 * @returns the new name of each tag
 */
export function asciiTags(document: OpenApiDocument): ReadonlyMap<string, string> {
  const operations = Object.values(nodeAt(document, 'paths')).flatMap((item) =>
    METHODS.flatMap((method) => (isNode(item) && isNode(item[method]) ? [item[method]] : [])),
  );
  const tagsOf = ({ tags }: Node): string[] => (Array.isArray(tags) ? tags.map(String) : []);
  const all = [...new Set(operations.flatMap(tagsOf))];
  const names = new Map(all.map((tag) => [tag, toAscii(tag)]));
  // ASCII tags keep their names.
  const taken = new Set(all.filter((tag) => names.get(tag) === tag).map(plain));
  for (const [tag, name] of names) {
    if (name === tag) continue;
    let free = name;
    for (let serial = 2; taken.has(plain(free)); serial++) free = `${name} ${serial}`;
    taken.add(plain(free));
    names.set(tag, free);
  }
  for (const operation of operations) operation['tags'] = tagsOf(operation).map((tag) => names.get(tag) ?? tag);
  const described = Array.isArray(document['tags']) ? document['tags'].filter(isNode) : [];
  for (const tag of described) tag['name'] = names.get(String(tag['name'])) ?? String(tag['name']);
  return names;
}
