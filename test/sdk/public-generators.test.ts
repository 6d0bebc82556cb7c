// `npm run sdk:check -- --public`: how far a generator gets, and the table of openapi/docs/sdks.md.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readCheckOptions } from '../../scripts/sdk/options.ts';
import { tryGenerator, type Row } from '../../scripts/sdk/public/check-public.ts';
import { STEPS, type PublicGenerator, type Step } from '../../scripts/sdk/public/public-generator.ts';
import { publicGenerators } from '../../scripts/sdk/public/public-generators.ts';
import { swaggerCodegen } from '../../scripts/sdk/public/swagger-codegen.ts';
import { rowsIn, tableOf, TABLE_MARK, withTable } from '../../scripts/sdk/public/table.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-public-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const fault = { step: 'compiles', construct: 'unions', issue: 'https://example.org/issues/1' } as const;

/** A generator that gets as far as the step before `failing`. */
const generator = (failing?: Step, more: Partial<PublicGenerator> = {}): PublicGenerator => {
  const stepOf = (step: Step) => [step, () => (step === failing ? Promise.reject(new Error(step)) : Promise.resolve())];
  const steps = Object.fromEntries(STEPS.map(stepOf)) as PublicGenerator['steps'];
  return { name: 'maker 1.0', missing: () => Promise.resolve(undefined), steps, ...more };
};

const tried = (one: PublicGenerator): Promise<Row> => {
  const service = { url: 'http://127.0.0.1:1', username: 'u', password: 'p' };
  return tryGenerator(one, { ...service, folder, description: 'openapi.json', say: () => undefined });
};

describe('a generator of others', () => {
  it('passes when every step does', async () => {
    expect(await tried(generator())).toEqual({
      name: 'maker 1.0',
      passed: { 'takes it': true, compiles: true, program: true },
      note: '',
      isWrong: false,
    });
  });

  it('fails at a step of which no fault is known, and is not tried further', async () => {
    const row = await tried(generator('compiles'));
    expect(row).toMatchObject({ passed: { 'takes it': true, compiles: false }, isWrong: true });
    expect(row.passed).not.toHaveProperty('program');
    expect((await tried(generator('takes it', { fault }))).isWrong).toBe(true);
  });

  it('is right to fail where its fault is known, and wrong to pass there', async () => {
    const row = await tried(generator('compiles', { fault }));
    expect(row).toMatchObject({ isWrong: false, note: 'unions ([its issue](https://example.org/issues/1))' });
    expect((await tried(generator(undefined, { fault }))).isWrong).toBe(true);
  });

  it('that is not installed is not green', async () => {
    const row = await tried(generator(undefined, { missing: () => Promise.resolve('it needs Ada') }));
    expect(row).toEqual({ name: 'maker 1.0', passed: {}, note: 'not tried: it needs Ada', isWrong: false });
  });
});

describe('Swagger Codegen', () => {
  const takes = (said: string): Promise<unknown> => {
    const java = path.join(folder, 'java');
    const [{ steps } = generator()] = swaggerCodegen;
    const input = {
      description: 'openapi.json',
      out: folder,
      url: '',
      username: '',
      password: '',
      say: () => undefined,
    };
    return writeFile(java, `#!/bin/sh\necho '${said}'\n`, { mode: 0o755 }).then(() => steps['takes it']?.(input));
  };

  it('does not take a description when it prints an exception, though it ends with 0', async () => {
    vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env['PATH']}`);
    try {
      await takes('[Thread-0] WARN value of maxItems of property');
      await expect(takes('Exception in thread "Thread-0" no such model')).rejects.toThrow('no such model');
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('the table of generators', () => {
  it('keeps the rows that a run leaves alone, and what is beside it', () => {
    const rows: Row[] = [
      { name: 'a', passed: { 'takes it': true, compiles: false }, note: 'b', isWrong: false },
      { name: 'c', passed: {}, note: 'not tried: d', isWrong: false },
    ];
    const page = withTable(`# A\n\n${TABLE_MARK}\n\n## B\n`, rows);
    expect(page).toBe(`# A\n\n${TABLE_MARK}\n\n${tableOf(rows).join('\n')}\n\n## B\n`);
    expect([...rowsIn(page).values()]).toEqual(rows);
    expect(withTable(page, rows)).toBe(page);
    expect(rowsIn(`${TABLE_MARK}\n\n## B\n\n${tableOf(rows).join('\n')}`).size).toBe(0);
  });

  it('on the page has rows of these generators, in which every step passed or is explained', async () => {
    const page = await readFile(path.join(import.meta.dirname, '../../openapi/docs/sdks.md'), 'utf8');
    const rows = rowsIn(page);
    const present = publicGenerators.filter(({ name }) => rows.has(name));
    expect([...rows.keys()]).toEqual(present.map(({ name }) => name));
    for (const { name, fault: known } of present) {
      const { passed = {}, note = '' } = rows.get(name) ?? {};
      const failed = STEPS.filter((step) => passed[step] === false);
      expect({ name, failed }).toEqual({ name, failed: known ? [known.step] : [] });
      if (known) expect(note).toContain(known.issue);
      if (failed.length === 0 && !passed.program) expect({ name, note }).not.toEqual({ name, note: '' });
    }
  });
});

describe('the command line', () => {
  it('chooses generators by the begin of their names', () => {
    const chosen = readCheckOptions(['--public', '--generator', 'orval', '--part']);
    expect(chosen).toMatchObject({ languages: [], isPublic: true, isPart: true });
    expect(chosen?.generators.map(({ name }) => name.replace(/ .*/, ''))).toEqual(['orval']);
    expect(readCheckOptions(['--public'])?.generators).toEqual(publicGenerators);
  });

  it('runs the fast ones after the languages', () => {
    const { generators, languages } = readCheckOptions([]) ?? {};
    expect(languages).toHaveLength(5);
    expect(generators?.length).toBeGreaterThan(3);
    expect(generators?.every(({ isFast }) => isFast)).toBe(true);
  });

  it('refuses what has no meaning', () => {
    expect(() => readCheckOptions(['--public', '--lang', 'go'])).toThrow('--lang and --public');
    expect(() => readCheckOptions(['--generator', 'orval'])).toThrow('--generator needs --public');
    expect(() => readCheckOptions(['--public', '--generator', 'nothing'])).toThrow('begins with "nothing"');
  });
});
