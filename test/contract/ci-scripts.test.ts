// A script that no check runs breaks unnoticed: .ci/run runs each npm script, itself or in its smallest form.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { STEPS } from '../../scripts/check/steps.ts';
import { FORMS, SERVED } from '../../scripts/smallest/forms.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** npm runs those that begin with "pre" before the script of the name that follows. */
const isHook = (name: string): boolean => name.startsWith('pre') && name.slice(3) in scripts;

const commands = [
  ...read('.ci/run').matchAll(/^(?:if [^\n]*; then |[A-Z]+="[^\n"]*" )?(run|run_in_time) ([a-z][a-z:]*)/gm),
];
const named = (how: string): string[] => commands.flatMap(([, by, name = '']) => (by === how ? [name] : []));
/** Run however slow the machine is. */
const always = [...named('run'), ...(/^run_tests >[^\n]* &$/m.test(read('.ci/run')) ? ['test'] : [])];
const inTime = named('run_in_time');

const steps = STEPS.map(({ script }) => script);
/** They differ from a step in one option, and write what it checks. */
const writers = Object.keys(scripts).filter(
  (name) =>
    steps.includes(`${name}:check`) && scripts[name] === scripts[`${name}:check`]?.replace('--check', '--write'),
);
const smallest = [...SERVED, ...FORMS.map(({ script }) => script)];

describe('the scripts of package.json', () => {
  it('are run by CI, each of them', () => {
    expect(always).toEqual(['check', 'smallest', 'test']);
    const run = new Set([...always, ...inTime, ...steps, ...writers, ...smallest]);
    const names = Object.keys(scripts).filter((name) => !isHook(name));
    expect(names.filter((name) => !run.has(name))).toEqual([]);
    expect([...run].filter((name) => !names.includes(name))).toEqual([]);
  });

  it('are run once: in full or in their smallest form', () => {
    expect(inTime).toEqual(['test:browser', 'contract:check', 'sdk:check', 'mutations']);
    expect(smallest.filter((name) => [...always, ...inTime, ...steps, ...writers].includes(name))).toEqual([]);
    expect(new Set(smallest).size).toBe(smallest.length);
  });

  it('include all that the documentation names', () => {
    const pages = readdirSync(path.join(root, 'openapi/docs')).filter((name) => name.endsWith('.md'));
    for (const file of ['README.md', 'CONTRIBUTING.md', ...pages.map((name) => `openapi/docs/${name}`)]) {
      const mentioned = [...read(file).matchAll(/npm run ([a-z]+(?::[a-z]+)*)/g)].map(([, name = '']) => name);
      expect(mentioned.filter((name) => !(name in scripts))).toEqual([]);
    }
  });
});
