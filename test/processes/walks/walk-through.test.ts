// The walk-throughs of CONTRIBUTING.md, executed in a copy of the project: the commands have the described results.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const COPIED = ['core', 'generated', 'handlers', 'openapi', 'scripts', 'test', 'package.json', 'package-lock.json'];
/** Folders beside the packages in which programs keep results. */
const KEPT = new Set(['.cache', '.experimental-vitest-cache', '.vite', '.vite-temp']);

interface Block {
  language: string;
  text: string;
}

/** The code blocks of a section. */
async function blocksOf(title: string): Promise<Block[]> {
  const text = await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const section = text.split(/^##+ /m).find((each) => each.startsWith(`${title}\n`)) ?? '';
  return [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    text: code,
  }));
}

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(path.join(os.tmpdir(), 'colophon-walk-'));
  for (const name of [...COPIED, 'tsconfig.json', '.oxfmtrc.json', 'CONTRIBUTING.md']) {
    await cp(path.join(root, name), path.join(copy, name), { recursive: true });
  }
  // Packages alone: what is kept of earlier runs beside them stays that of the project, and that of the copy goes with it.
  await mkdir(path.join(copy, 'node_modules'));
  for (const name of await readdir(path.join(root, 'node_modules')))
    if (!KEPT.has(name)) await symlink(path.join(root, 'node_modules', name), path.join(copy, 'node_modules', name));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Runs commands as a reader would. */
async function run({ text }: Block): Promise<{ code: number; output: string }> {
  // A reader does not have the settings of vitest's processes.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VITEST|TEST$|NODE_ENV|NODE_OPTIONS|npm_|FAILURES$|FAILED_FILES$)/.test(name),
    ),
  );
  try {
    const { stdout, stderr } = await promisify(execFile)('sh', ['-e', '-c', text], {
      cwd: copy,
      env: { ...env, NO_COLOR: '1' },
      maxBuffer: 10_000_000,
    });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

const passes = async (block: Block | undefined): Promise<string> => {
  const { code, output } = await run(block ?? { language: 'sh', text: 'false' });
  expect(code, output).toBe(0);
  return output;
};

const MINUTES = 60_000;

describe('CONTRIBUTING.md', () => {
  it(
    'adds an operation that compiles, with a test that names the missing part and passes with it',
    async () => {
      const blocks = await blocksOf('Add an operation');
      expect(blocks.map(({ language }) => language)).toEqual(['sh', 'sh', 'sh', 'ts', 'sh']);
      const [create, types, failing, handler, passing] = blocks;
      expect(await passes(create)).toMatch(/^new +handlers\/reports\.ts$/m);
      await passes(types);
      const { code, output } = await run(failing as Block);
      expect(code).not.toBe(0);
      expect(output).toContain('getReport is not written yet: write it in handlers/reports.ts');
      await writeFile(path.join(copy, 'handlers/reports.ts'), handler?.text ?? '');
      expect(await passes(passing)).toContain('1 passed, 0 failed');
    },
    20 * MINUTES,
  );

  it(
    'adds a shipped type, with a test that names the missing part and passes with it',
    async () => {
      const blocks = await blocksOf('Add a shipped type');
      expect(blocks.map(({ language }) => language)).toEqual(['sh', 'sh', 'yaml', 'sh']);
      const [create, failing, description, passing] = blocks;
      expect(await passes(create)).toMatch(/^new +test\/api\/recipes\.test\.ts$/m);
      const { code, output } = await run(failing as Block);
      expect(code).not.toBe(0);
      expect(output).toContain('write the description of recipes in openapi/types/object_types.yaml');
      const file = path.join(copy, 'openapi/types/object_types.yaml');
      const text = await readFile(file, 'utf8');
      const written = text.replace(/^ {2}description: .*Write what recipes are.*$/m, `  ${description?.text.trim()}`);
      expect(written).not.toBe(text);
      await writeFile(file, written);
      expect(await passes(passing)).toContain('2 passed, 0 failed');
    },
    20 * MINUTES,
  );
});
