// The TypeScript client: types and classes by @hey-api/openapi-ts, and beside them parts of colophon/client
// (core/client) for sessions, query strings, pages and included resources. It is a separate package without
// dependencies.
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { nodeAt, type OpenApiDocument } from '../../core/description/openapi-document.ts';
import { nativeCompiler, usualCompiler } from './compilers.ts';
import type { CheckInput, SdkLanguage } from './language.ts';
import { runCommand } from './run-command.ts';
import { nameMethods } from './typescript-names.ts';

const ownFiles = path.join(import.meta.dirname, 'typescript-files');
const clientFiles = path.join(import.meta.dirname, '../../core/client');
const sharedFiles = [
  'colophon-error',
  'included',
  'kept-reads',
  'pages',
  'passkeys',
  'pause',
  'query',
  'retries',
  'session',
  'uploads',
];
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
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    module: 'nodenext',
    strict: true,
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

const readme = `# A client for this project, in TypeScript

Made by \`npm run sdk\`; make it again when the model changes. \`npm install\` with the path of this folder, then:

\`\`\`ts
import { Documents, items, signIn } from 'colophon-sdk';

await signIn({ url, credentials: { username, password } });
for await (const one of items(Documents.list())) console.log(one.attributes.title);
\`\`\`

\`connect({ url })\` sends the requests of all classes to a service without signing in; \`connect({ url, apiKey })\` with the key of
an application. \`signIn\` is \`connect\` and then the sign-in. Both give a session: \`session.signIn\`, \`session.signOut\`, and \`session.fetch\` for
addresses such as those of files.

\`watched(file, report)\` as the body of an upload reports its progress.

There is a class for each type, and types for its attributes and its resources that are called after it. \`items\` goes through the pages of
a list, \`dataOf\` gives the answer of any call; both throw a \`ColophonError\` when the service refuses: its \`code\` and \`source?.pointer\` say what and where.
What has not changed is not sent again (ETags).
What is refused for the moment (429, 503, a broken connection) is repeated, twice by default: see \`retries\` and \`longestWait\` of \`connect\`.

## Second factors and applications

For users with a second factor \`signIn\` throws a \`ColophonError\` of code \`second_factor_required\`, whose \`challenge\` is good for five minutes:

\`\`\`ts
await session.signIn({ challenge, code }); // or { challenge, recoveryCode }
\`\`\`

An application signs in with its API key and its secret, which sign in again when its session has ended:

\`\`\`ts
await signIn({ url, credentials: { clientId, clientSecret } });
\`\`\`
`;

export const typescript: SdkLanguage = {
  name: 'typescript',
  packageName: {
    form: /^(?:@[a-z\d~-][\w.~-]{0,100}\/)?[a-z\d~-][\w.~-]{0,100}$/,
    example: '@acme/content',
    imported: NAME,
  },
  // Its generator and compiler are packages of this project.
  missing: () => Promise.resolve(undefined),

  async generate({ description, out, name, say }) {
    const source = path.join(out, 'src');
    await makeFolder(path.join(source, 'colophon'));
    await generateCode(description, source);
    await cp(ownFiles, source, { recursive: true });
    for (const file of sharedFiles.map((name) => `${name}.ts`))
      await cp(path.join(clientFiles, file), path.join(source, 'colophon', file));
    const document = JSON.parse(await readFile(description, 'utf8')) as OpenApiDocument;
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
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    module: 'nodenext',
    strict: true,
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

async function generateCode(description: string, out: string): Promise<void> {
  // Loaded here, since it takes a second and other languages do not need it.
  const { createClient } = await import('@hey-api/openapi-ts');
  const names = nameMethods(JSON.parse(await readFile(description, 'utf8')) as OpenApiDocument);
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
