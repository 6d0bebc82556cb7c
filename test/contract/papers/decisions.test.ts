// The numbers of rules and decisions (D68): openapi/decisions.md and openapi/docs/rules-*.md define them; comments, texts and
// pages cite them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const CITING = ['core', 'handlers', 'scripts', 'test', 'openapi'];
const isText = (file: string): boolean => /\.(ts|js|mjs|py|ya?ml|md|sh|html|css|eta)$/.test(file);
const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isText(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(path.sep).includes('node_modules'));
const citing = ['README.md', 'CONTRIBUTING.md', ...CITING.flatMap(filesBelow)].filter(
  // The numbers in this file are made up.
  (file) => path.basename(file) !== 'decisions.test.ts',
);

const pages = readdirSync(path.join(root, 'openapi/docs'))
  .filter((file) => /^rules-.+\.md$/.test(file))
  .map((file) => `openapi/docs/${file}`);

const citedIn = (text: string): string[] => [...text.matchAll(/\bD[1-9]\d{0,2}\b/g)].map(([number]) => number);

/** Numbers of the rules of a page: `- **D40, D41** …`. */
const rulesOf = (page: string): string[] =>
  [...page.matchAll(/^- \*\*(D\d+(?:, D\d+)*)\*\* \S/gm)].flatMap(([, numbers = '']) => numbers.split(', '));

interface Decision {
  numbers: string[];
  text: string;
}

/** Sections of openapi/decisions.md: `### D40, D41 Title`. */
const decisionsOf = (page: string): Decision[] =>
  page.split(/^(?=#{1,3} )/m).flatMap((section) => {
    const [, numbers] = /^### (D\d+(?:, D\d+)*) \S/.exec(section) ?? [];
    return numbers === undefined ? [] : [{ numbers: numbers.split(', '), text: section }];
  });

/** The choice of one whose numbers are rules stands there. */
const partsFor = ({ numbers }: Decision): string[] =>
  numbers.every((number) => rules.includes(number)) ? ['Why', 'Rejected'] : ['Question', 'Choice', 'Why', 'Rejected'];

/** Labels of the parts of a decision that have a text, in their order. */
const partsOf = ({ text }: Decision): string[] =>
  [...text.matchAll(/^\*\*([A-Z][a-z]+)\.\*\* \S/gm)].map(([, label = '']) => label);

const repeated = (numbers: readonly string[]): string[] =>
  numbers.filter((number, index) => numbers.indexOf(number) !== index);

const rules = pages.flatMap((page) => rulesOf(read(page)));
const decisions = decisionsOf(read('openapi/decisions.md'));
const defined = new Set([...rules, ...decisions.flatMap(({ numbers }) => numbers)]);

describe('the numbers of rules and decisions', () => {
  it('lead to a rule or a decision wherever they are cited', () => {
    const lost = citing.flatMap((file) =>
      citedIn(read(file)).flatMap((number) => (defined.has(number) ? [] : `${file}: ${number}`)),
    );
    expect(lost).toEqual([]);
  });

  it('are each defined once as a rule, and once as a decision', () => {
    expect(repeated(rules)).toEqual([]);
    expect(repeated(decisions.flatMap(({ numbers }) => numbers))).toEqual([]);
  });

  it('are found, and so are wrong ones', () => {
    expect(rules.length).toBeGreaterThan(300);
    expect(citing.flatMap((file) => citedIn(read(file))).length).toBeGreaterThan(1_000);
    expect(rulesOf('- **D1** A rule.\n- **D2, D3** Two.\n- D4 is none.\n  - **D5** nor this.')).toEqual([
      'D1',
      'D2',
      'D3',
    ]);
    expect(citedIn('(D1, D22 to D333; ID4, D0, D4444)')).toEqual(['D1', 'D22', 'D333']);
    expect(repeated(['D1', 'D2', 'D1'])).toEqual(['D1']);
  });
});

describe('the decisions', () => {
  it.each(decisions.map((decision) => [decision.numbers.join(', '), decision] as const))(
    '%s has reasons and rejected alternatives, and where no rule says it, the question and the choice',
    (_, decision) => {
      expect(partsOf(decision)).toEqual(partsFor(decision));
    },
  );

  it('are all of the sections below the topics', () => {
    const sections = read('openapi/decisions.md').match(/^### /gm) ?? [];
    expect(decisions.length).toBe(sections.length);
    expect(decisions.length).toBeGreaterThan(0);
  });

  it('with a missing part are found', () => {
    const [whole, part] = decisionsOf(
      '## Topic\n\n### D1 A title\n\n**Question.** A?\n\n**Choice.** B.\n\n**Why.** C.\n\n**Rejected.** D.\n\n### D2, D3 Two\n\n**Question.** A?\n\n**Choice.**\n',
    ).map(partsOf);
    expect(whole).toEqual(['Question', 'Choice', 'Why', 'Rejected']);
    expect(part).toEqual(['Question']);
  });
});

describe('the pages of rules', () => {
  it.each(pages)('%s begin with a title and a summary', (file) => {
    expect(read(file)).toMatch(/^# .+\n\n(?![#\-*]).+\n/);
    expect(rulesOf(read(file))).not.toEqual([]);
  });

  it.each(pages)('%s have a number at each rule', (file) => {
    const bullets = read(file).match(/^- .*/gm) ?? [];
    expect(bullets.filter((bullet) => rulesOf(bullet).length === 0)).toEqual([]);
  });
});
