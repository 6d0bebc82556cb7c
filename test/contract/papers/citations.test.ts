// The sources that comments cite exist in the repository: sections of the service description (openapi/docs/service.md)
// and files by name. test/contract/papers/decisions.test.ts checks the numbers of rules and decisions.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const isText = (file: string): boolean => /\.(ts|js|cjs|mjs|py|ya?ml|eta|css)$/.test(file);
const files = ['core', 'handlers', 'scripts', 'test', 'openapi'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isText(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('node_modules')),
);

/** Comments of a file, each block of lines as one text without the marks at their beginnings. */
const commentsOf = (text: string): string[] =>
  (text.match(/(?:^[ \t]*(?:\/\/|#).*\n?)+|\/\*[\s\S]*?\*\//gm) ?? []).map((comment) =>
    comment.replace(/^[ \t]*(?:\/\/|#|\/?\*+\/?)[ \t]?/gm, ' ').replace(/\s+/g, ' '),
  );

/** `service.md 2.3, 4.3` and `service.md 5 and 7` -> 2.3, 4.3, 5, 7. */
function sectionsIn(comment: string): string[] {
  const lists = comment.matchAll(/service\.md(?: sections?)? (\d+(?:\.\d+)*(?:(?:, | and | to )\d+(?:\.\d+)*)*)/g);
  return [...lists].flatMap(([, list = '']) => list.split(/, | and | to /));
}

/** Numbers of headings: `### 4.3 …` -> 4.3, and the numbered items of a section: `5.7`. */
function sectionsOf(page: string): Set<string> {
  const sections = new Set<string>();
  let heading = '';
  for (const line of page.split('\n')) {
    const [, number] = /^#+ (\d+(?:\.\d+)*)\.? /.exec(line) ?? [];
    const [, item] = /^(\d+)\. /.exec(line) ?? [];
    if (number !== undefined) heading = number;
    if (number !== undefined || item !== undefined) sections.add(item === undefined ? heading : `${heading}.${item}`);
  }
  return sections;
}

const known = sectionsOf(read('openapi/docs/service.md'));
const names = new Set([
  ...readdirSync(path.join(root, 'openapi'), { recursive: true }).map((file) => path.basename(String(file))),
  ...readdirSync(root),
]);

describe('citations in comments', () => {
  it('are sections of the service description', () => {
    const lost = files.flatMap((file) =>
      commentsOf(read(file)).flatMap((comment) =>
        sectionsIn(comment).flatMap((section) => (known.has(section) ? [] : `${file}: service.md ${section}`)),
      ),
    );
    expect(lost).toEqual([]);
  });

  it('are documents of the repository', () => {
    const lost = files.flatMap((file) =>
      commentsOf(read(file)).flatMap((comment) =>
        [...comment.matchAll(/\b([\w-]+\.md)\b/g)].flatMap(([, name = '']) =>
          names.has(name) ? [] : `${file}: ${name}`,
        ),
      ),
    );
    expect(lost).toEqual([]);
  });

  it('are found, and so are wrong ones', () => {
    expect(files.flatMap((file) => commentsOf(read(file)).flatMap(sectionsIn)).length).toBeGreaterThan(100);
    expect(sectionsIn('(service.md 2.3, 4.3 and 5.7; D5)')).toEqual(['2.3', '4.3', '5.7']);
    expect([...sectionsOf('## 5. Sign-in\n1. A.\n### 5.2 More')]).toEqual(['5', '5.1', '5.2']);
    expect(commentsOf('// One (service.md\n// 2.3).\ncode();\n/** Two. */')).toEqual([
      ' One (service.md 2.3). ',
      ' Two. */',
    ]);
  });
});
