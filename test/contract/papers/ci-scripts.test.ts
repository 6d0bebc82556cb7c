// A command that no check runs breaks unnoticed: .ci/run runs each of them, itself or in its smallest form.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { STEPS } from '../../../scripts/check/steps.ts';
import { calledAs, COMMANDS } from '../../../scripts/commands.mjs';
import { FORMS, SERVED } from '../../../scripts/smallest/forms.ts';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const names = Object.keys(COMMANDS);

const commands = [
  ...read('.ci/run').matchAll(
    /^(?:if [^\n]*; then |[A-Z]+="[^\n"]*" )?(run|run_in_time) (?:tool -- )?([a-z][a-z:]*)/gm,
  ),
];
const named = (how: string): string[] => commands.flatMap(([, by, name = '']) => (by === how ? [name] : []));
/** Run however slow the machine is. */
const always = [...named('run'), ...(/^run_tests >[^\n]* &$/m.test(read('.ci/run')) ? ['test'] : [])];
const inTime = named('run_in_time');

const steps = STEPS.map(({ script }) => script);
/** They differ from a step in one option, and write what it checks. */
const writers = names.filter((name) => {
  const step = steps.includes(`${name}:check`) ? COMMANDS[`${name}:check`] : undefined;
  return step && step.args?.join(' ').replace('--check', '--write') === COMMANDS[name]?.args?.join(' ');
});
const smallest = [...SERVED, ...FORMS.map(({ script }) => script)];

describe('the scripts of package.json', () => {
  it('are commands, with `help` and `tool` for all others: at most 25', () => {
    const expected = Object.keys(scripts).map((name) => {
      if (name === 'tool') return 'node scripts/run.mjs';
      return name in COMMANDS || name === 'help' ? `node scripts/run.mjs ${name}` : `no such command: ${name}`;
    });
    expect(Object.values(scripts)).toEqual(expected);
    expect(expected.length).toBeLessThanOrEqual(25);
    expect(calledAs('bench', scripts)).toBe('npm run bench');
    expect(calledAs('sbom', scripts)).toBe('npm run tool -- sbom');
  });
});

describe('the commands', () => {
  it('are run by CI, each of them', () => {
    expect(always).toEqual(['check', 'smallest', 'test']);
    const run = new Set([...always, ...inTime, ...steps, ...writers, ...smallest]);
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
      const text = read(file);
      const direct = [...text.matchAll(/npm run (?!tool\b)([a-z]+(?::[a-z]+)*)/g)].map(([, name = '']) => name);
      expect(direct.filter((name) => !(name in scripts))).toEqual([]);
      const others = [...text.matchAll(/npm run tool -- ([a-z]+(?::[a-z]+)*)/g)].map(([, name = '']) => name);
      expect(others.filter((name) => !names.includes(name) || name in scripts)).toEqual([]);
    }
  });
});
