// The way of a request through core/http as CONTRIBUTING.md shows it, from the lists of steps that run.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { EXPLANATION, PART, REQUEST } from '../../core/http/lifecycle.ts';
import { STAGES, type Stage } from '../../core/http/step.ts';

const BLOCK = /(<!-- npm run generate: steps -->\n\n```text\n)[\s\S]*?(```\n)/;

/** What openapi-backend does after a stage. */
const BETWEEN: Readonly<Partial<Record<Stage, string>>> = {
  preRouting: 'openapi-backend matches the operation (core/http/routing/project-router.ts)',
  postRouting: 'openapi-backend calls the security handlers of the operation',
  postSecurity: 'openapi-backend validates by the description',
};

/** Names in the order of `lists`, each in front of what follows it in any of them. */
function merged(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = lists;
  return others.reduce<string[]>(
    (all, list) =>
      list.reduceRight<string[]>((names, name, index) => {
        if (names.includes(name)) return names;
        const next = names.indexOf(list[index + 1] ?? '');
        return next < 0 ? [...names, name] : names.toSpliced(next, 0, name);
      }, all),
    [...first],
  );
}

/** @returns a line for each step, with R if requests have it, P parts, E explanations */
function stepsPicture(): string {
  const kinds = [REQUEST, PART, EXPLANATION];
  const lines = STAGES.flatMap((stage) => {
    const lists = kinds.map((kind) => kind[stage].map(({ name }) => name));
    const steps = merged(lists).map((name) => {
      const marks = lists.map((list, index) => (list.includes(name) ? 'RPE'.charAt(index) : '')).join('');
      return `  ${name.padEnd(20)} ${marks}`;
    });
    const next = BETWEEN[stage];
    return [stage, ...steps, ...(next === undefined ? [] : [`── ${next}`])];
  });
  return `${lines.join('\n')}\n`;
}

/** CONTRIBUTING.md with the picture. @throws Error when it has no place for it */
export async function contributingPage(root: string): Promise<string> {
  const text = await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  if (!BLOCK.test(text)) throw new Error('CONTRIBUTING.md has no place for the steps of a request');
  const picture = stepsPicture();
  return text.replace(BLOCK, (_all, start: string, end: string) => `${start}${picture}${end}`);
}
