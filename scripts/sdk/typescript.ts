// The TypeScript client: types and classes by @hey-api/openapi-ts, and beside them parts of colophon/client
// (core/client) for sessions, query strings, pages and included resources. It is a separate package without
// dependencies.
import { readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { nodeAt, type OpenApiDocument } from '../../core/description/openapi-document.ts';
import { compilerOptions, nativeCompiler, usualCompiler } from './compilers.ts';
import type { CheckInput, SdkLanguage } from './language.ts';
import { runCommand } from './run-command.ts';
import { nameMethods } from './typescript-names.ts';

const ownFiles = path.join(import.meta.dirname, 'typescript-files');
const clientFiles = path.join(import.meta.dirname, '../../core/client');
const sharedFiles = 'colophon-error included kept-reads pages passkeys pause query retries session uploads'.split(' ');
const scenarios = path.join(import.meta.dirname, 'scenarios/typescript');

/** Unless it is given; the one that programs import. */
const NAME = 'colophon-sdk';

/** As a registry of npm wants it; the version is that of the described service. */
const packageFile = (document: OpenApiDocument, name = NAME) => ({
  name,
  version: nodeAt(document, 'info')['version'] ?? '0.0.0',
  description: 'A client for this project, made of its description',
  type: 'module',
  files: ['dist'],
  sideEffects: false,
  engines: { node: '>=20' },
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  scripts: { build: 'tsc' },
});

const buildSettings = {
  compilerOptions: {
    ...compilerOptions,
    declaration: true,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
    rootDir: 'src',
    outDir: 'dist',
  },
  include: ['src'],
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const readme = readFileSync(path.join(import.meta.dirname, 'readmes', 'typescript.txt'), 'utf8');

export const typescript: SdkLanguage = {
  name: 'typescript',
  packageName: {
    form: /^(?:@[a-z\d~-][\w.~-]{0,100}\/)?[a-z\d~-][\w.~-]{0,100}$/,
    example: '@acme/content',
    imported: NAME,
  },
  // Its generator and compiler are packages of this project.
  missing: () => Promise.resolve(undefined),

  async generate({ description, document, out, name, say }) {
    const source = path.join(out, 'src');
    await makeFolder(path.join(source, 'colophon'));
    await generateCode(description, nameMethods(document), source);
    await cp(ownFiles, source, { recursive: true });
    for (const file of sharedFiles.map((name) => `${name}.ts`))
      await cp(path.join(clientFiles, file), path.join(source, 'colophon', file));
    await writeFile(path.join(out, 'package.json'), json(packageFile(document, name)));
    await writeFile(path.join(out, 'tsconfig.json'), json(buildSettings));
    say('compiling it');
    await compile(out, nativeCompiler);
  },

  readme,
  program: path.join(scenarios, 'program.ts'),
  usage: ({ out, url }) => [
    `npm install ${out}`,
    "import { items, signIn, Documents } from 'colophon-sdk';",
    `await signIn({ url: '${url}', credentials: { username, password } });`,
    'for await (const one of items(Documents.list())) console.log(one.attributes.title);',
  ],

  async check({ out, say, ...service }) {
    const run = (file: string) => runScenario({ scenario: path.join(scenarios, file), out, say, ...service });
    const output = await run('program.ts');
    if (!/^1\n(?:1\n)*256 256\ntrue\nnot_found undefined\n$/.test(output))
      throw new Error(`its program says ${output}`);
    await run('scenario.ts');
  },
};

/**
 * Compiles a program with the client, in the strictest settings, and runs it with the service in its environment.
 * @returns its output
 * @throws Error with the output of the failed program
 */
export async function runScenario({
  scenario,
  out,
  ...input
}: Omit<CheckInput, 'env'> & { scenario: string }): Promise<string> {
  const folder = path.join(out, '..', `${path.basename(out)}-${path.basename(scenario, '.ts')}`);
  const installed = path.join(folder, 'node_modules', NAME);
  await makeFolder(path.dirname(installed));
  await cp(out, installed, { recursive: true, filter: (file) => !file.startsWith(path.join(out, 'src')) });
  await cp(scenario, path.join(folder, 'scenario.ts'));
  await writeFile(path.join(folder, 'package.json'), json({ private: true, type: 'module' }));
  await writeFile(path.join(folder, 'tsconfig.json'), json(userSettings));
  input.say('compiling its scenario');
  await compile(folder, usualCompiler);
  input.say('running its scenario');
  const env = { COLOPHON_URL: input.url, COLOPHON_USERNAME: input.username, COLOPHON_PASSWORD: input.password };
  return runCommand(process.execPath, ['dist/scenario.js'], { cwd: folder, env, timeout: 120_000 });
}

/** The settings of the most careful users; the declarations of the client are checked too. */
const userSettings = {
  compilerOptions: {
    ...compilerOptions,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noPropertyAccessFromIndexSignature: true,
    outDir: 'dist',
  },
  include: ['*.ts'],
};

const compile = async (folder: string, compiler: string): Promise<void> => {
  await runCommand(process.execPath, [compiler, '--project', folder]);
};

async function generateCode(description: string, names: ReturnType<typeof nameMethods>, out: string): Promise<void> {
  // Loaded here, since it takes a second and other languages do not need it.
  const { createClient } = await import('@hey-api/openapi-ts');
  await createClient({
    input: description,
    output: { path: out, entryFile: false, module: { extension: '.ts' } },
    logs: { level: 'silent', file: false },
    plugins: [
      { name: '@hey-api/client-fetch', baseUrl: false },
      '@hey-api/typescript',
      {
        name: '@hey-api/sdk',
        // The session handles tokens (connect.ts).
        auth: false,
        operations: { strategy: ({ operationId = '' }) => [names.get(operationId) ?? [operationId]] },
      },
    ],
  });
}
