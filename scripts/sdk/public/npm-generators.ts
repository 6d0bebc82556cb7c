// Generators of TypeScript clients from npm, and Spectral, which reads the description.
import { cp, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compilerOptions, usualCompiler } from '../compilers.ts';
import type { Say } from '../language.ts';
import { runCommand } from '../run-command.ts';
import { missingTool, toolbox } from '../toolbox.ts';
import { programEnv, type PublicGenerator, type StepInput } from './public-generator.ts';

const programs = path.join(import.meta.dirname, '../scenarios/public/typescript');

/** The folder of npm packages in the cache, by the first of them. */
const folderName = (packages: readonly string[]): string => `npm-${path.basename(packages[0] ?? '')}`;
const modulesOf = (packages: readonly string[]): string => path.join(toolbox(), folderName(packages), 'node_modules');

const missingPackages =
  (packages: readonly string[]) =>
  async (say: Say): Promise<string | undefined> => {
    const fetch = async (folder: string): Promise<void> => {
      await writeFile(path.join(folder, 'package.json'), '{ "private": true }');
      const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--save-exact'];
      await runCommand('npm', ['install', ...quiet, ...packages], { cwd: folder });
    };
    return missingTool({ name: folderName(packages), from: 'from npm', fetch, say });
  };

/**
 * Compiles the client and its program.
 * @param program of scenarios/public/typescript, without extension; none when the client does not compile
 */
export const compileTypeScript =
  (program?: string) =>
  async ({ out }: StepInput): Promise<void> => {
    for (const name of program === undefined ? [] : [program, 'program'])
      await cp(path.join(programs, `${name}.ts`), path.join(out, `${name}.ts`));
    await writeFile(path.join(out, 'package.json'), '{ "private": true, "type": "module" }');
    // Declarations are checked too.
    const settings = { compilerOptions: { ...compilerOptions, outDir: 'dist' }, include: ['**/*.ts'] };
    await writeFile(path.join(out, 'tsconfig.json'), JSON.stringify(settings));
    await runCommand(process.execPath, ['--max-old-space-size=4096', usualCompiler, '--project', out]);
  };

/** Runs what `compileTypeScript` has compiled. */
export const runTypeScript =
  (program: string) =>
  (input: StepInput): Promise<unknown> =>
    runCommand(process.execPath, [`dist/${program}.js`], {
      cwd: input.out,
      env: programEnv(input),
      timeout: 120_000,
    });

interface NpmGenerator {
  /** Of the command, in node_modules/.bin. */
  command: string;
  /** With exact versions: the generator, then what its client imports. */
  packages: readonly string[];
  args: (input: StepInput) => readonly string[];
  /** Of the generator, by its name. */
  configuration?: (input: StepInput) => Readonly<Record<string, string>>;
  fault?: PublicGenerator['fault'];
}

/** A client in TypeScript; its program has the name of the generator. */
function npmGenerator({ command, packages, args, configuration, fault }: NpmGenerator): PublicGenerator {
  const [generator = ''] = packages;
  const program = path.basename(generator).replace(/@.*/, '').replace('openapi-ts', 'hey-api');
  return {
    name: generator.replace(/@(?=\d)/, ' '),
    isFast: true,
    fault,
    missing: missingPackages(packages),
    steps: {
      'takes it': async (input) => {
        for (const [name, text] of Object.entries(configuration?.(input) ?? {}))
          await writeFile(path.join(input.out, name), text);
        // Found by the generator, and by the client that it makes.
        await symlink(modulesOf(packages), path.join(input.out, 'node_modules'), 'junction');
        const bin = path.join(modulesOf(packages), '.bin', command);
        await runCommand(bin, args(input), { cwd: input.out });
      },
      compiles: compileTypeScript(program),
      program: runTypeScript(program),
    },
  };
}

const spectral = ['@stoplight/spectral-cli@6.16.3'];

export const npmGenerators: readonly PublicGenerator[] = [
  npmGenerator({
    command: 'openapi-typescript',
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'],
    args: ({ description }) => [description, '-o', 'schema.d.ts'],
  }),
  npmGenerator({
    command: 'openapi-ts',
    packages: ['@hey-api/openapi-ts@0.95.0', 'typescript@5.9.3'],
    args: () => ['-f', 'hey.config.mjs', '--no-log-file'],
    configuration: ({ description }) => ({
      'hey.config.mjs': `export default { input: ${JSON.stringify(description)},
        output: { path: 'generated', module: { extension: '.js' } } };`,
    }),
  }),
  npmGenerator({
    command: 'swagger-typescript-api',
    packages: ['swagger-typescript-api@13.13.0', 'typescript@5.9.3'],
    args: ({ description }) => ['generate', '-p', description, '-o', '.', '-n', 'api.ts'],
    fault: {
      step: 'program',
      construct: 'uploads alone: a body of `application/octet-stream` is written as JSON',
      issue: 'https://github.com/acacode/swagger-typescript-api/pull/1011',
    },
  }),
  npmGenerator({
    command: 'orval',
    packages: ['orval@8.38.0'],
    args: () => ['--config', 'orval.config.mjs'],
    configuration: ({ description, url }) => ({
      'orval.config.mjs': `export default { colophon: {
        input: ${JSON.stringify(description)}, output: { target: './api.ts', client: 'fetch', baseUrl: ${JSON.stringify(url)} } } };`,
    }),
  }),
  {
    name: '@stoplight/spectral-cli 6.16.3 (spectral:oas)',
    remark: 'its recommended rules find no error; it makes no client',
    missing: missingPackages(spectral),
    steps: {
      'takes it': async ({ description, out }) => {
        await writeFile(path.join(out, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
        const bin = path.join(modulesOf(spectral), '.bin', 'spectral');
        const args = ['lint', description, '--fail-severity', 'error', '--display-only-failures'];
        await runCommand(bin, args, { cwd: out, env: { NODE_OPTIONS: '--max-old-space-size=4096' } });
      },
    },
  },
];
