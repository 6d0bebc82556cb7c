// OpenAPI Generator as it comes, for the languages that the machine has a compiler of.
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Say } from '../language.ts';
import { missingTools, runPlainGenerator, generatorVersion, type Tools } from '../openapi-generator.ts';
import { makeEnvironment, pythonOf, pythonTools } from '../python.ts';
import { hasCommand, runCommand } from '../run-command.ts';
import { toolbox } from '../toolbox.ts';
import { compileTypeScript, runTypeScript } from './npm-generators.ts';
import { programEnv, type PublicGenerator, type StepInput } from './public-generator.ts';

const programs = path.join(import.meta.dirname, '../scenarios/public');
const pythonProgram = path.join(programs, 'python', 'program.py');

interface JarGenerator extends Pick<PublicGenerator, 'remark' | 'fault'> {
  generator: string;
  options?: Readonly<Record<string, string>>;
  /** What the compiler of the language needs. */
  needs?: Tools;
  compiles?: (input: StepInput) => Promise<unknown>;
  program?: (input: StepInput) => Promise<unknown>;
}

const anything = { packages: [], areThere: () => Promise.resolve(true), needed: '' };

function jarGenerator({
  generator,
  options = {},
  needs,
  compiles,
  program,
  remark,
  fault,
}: JarGenerator): PublicGenerator {
  const given = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return {
    name: `openapi-generator ${generatorVersion}: ${[generator, ...given].join(' ')}`,
    remark,
    fault,
    missing: (say: Say) => missingTools(needs ?? anything)({ purpose: 'check', say }),
    steps: {
      'takes it': ({ description, out }) => runPlainGenerator({ generator, description, out, options }),
      compiles,
      program,
    },
  };
}

const maven: Tools = {
  packages: ['default-jdk-headless', 'maven'],
  areThere: async () => (await hasCommand('javac', ['-version'])) && (await hasCommand('mvn', ['--version'])),
  needed: 'a JDK and Maven',
};

const classPath = ['target/classes', 'target/dependency/*'].join(path.delimiter);
const copyDependencies = [
  'dependency:copy-dependencies',
  '-DincludeScope=runtime',
  '-DoutputDirectory=target/dependency',
];

const java = jarGenerator({
  generator: 'java',
  options: { library: 'native', useSingleRequestParameter: 'true', useOneOfDiscriminatorLookup: 'true' },
  needs: maven,
  async compiles({ out }) {
    await runCommand('mvn', ['-B', '-q', '-Dmaven.test.skip=true', 'compile', ...copyDependencies], { cwd: out });
    const program = path.join(programs, 'java', 'Program.java');
    await runCommand('javac', ['-proc:none', '-d', '.', '-cp', classPath, program], { cwd: out });
  },
  program: (input) => {
    const withProgram = ['.', classPath].join(path.delimiter);
    return runCommand('java', ['-cp', withProgram, 'Program'], { cwd: input.out, env: programEnv(input) });
  },
  fault: {
    step: 'program',
    construct: 'uploads alone: the path of the file is sent as JSON, with the type `application/octet-stream`',
    issue: 'https://github.com/OpenAPITools/openapi-generator/issues/17801',
  },
});

const go = jarGenerator({
  generator: 'go',
  // Constants of two enums may have one name, and Go has one space of names for all.
  options: { packageName: 'colophon', enumClassPrefix: 'true', useOneOfDiscriminatorLookup: 'true' },
  needs: { packages: ['golang-go'], areThere: () => hasCommand('go', ['version']), needed: 'Go 1.23 or later' },
  async compiles({ out }) {
    await cp(path.join(programs, 'go'), path.join(out, 'program'), { recursive: true });
    await writeFile(path.join(out, 'go.mod'), 'module example.org/colophon/client\n\ngo 1.23\n');
    // Without the modules of the generated tests.
    const env = { GOFLAGS: '-mod=mod' };
    await runCommand('go', ['build', '-o', 'program/program', './program'], { cwd: out, env });
  },
  program: (input) => runCommand('./program', [], { cwd: path.join(input.out, 'program'), env: programEnv(input) }),
});

/** Compiled crates, which later runs use again. */
const crates = (): string => path.join(toolbox(), 'crates');

const rust = jarGenerator({
  generator: 'rust',
  // An operation has dozens of parameters: a builder leaves out those that are not sent.
  options: { library: 'reqwest-trait', useSingleRequestParameter: 'true', useBonBuilder: 'true' },
  needs: { packages: [], areThere: () => hasCommand('cargo', ['--version']), needed: 'cargo' },
  async compiles({ out }) {
    const folder = path.join(out, 'program');
    await cp(path.join(programs, 'rust'), folder, { recursive: true });
    // All operations as futures: the compiler needs a quarter of an hour at least.
    const timeout = 7_200_000;
    await runCommand('cargo', ['build', '--quiet'], { cwd: folder, env: { CARGO_TARGET_DIR: crates() }, timeout });
  },
  program: (input) =>
    runCommand(path.join(crates(), 'debug', 'program'), [], { cwd: input.out, env: programEnv(input) }),
  fault: {
    step: 'program',
    construct:
      'files ([sent as JSON](https://github.com/OpenAPITools/openapi-generator/pull/9021)), and unions: serde takes the `type` that members need',
    issue: 'https://github.com/OpenAPITools/openapi-generator/issues/22344',
  },
});

const php = jarGenerator({
  generator: 'php',
  needs: {
    packages: ['php-cli', 'php-mbstring', 'php-guzzlehttp-guzzle'],
    areThere: () => hasCommand('php', ['-r', "exit(@include_once 'GuzzleHttp/autoload.php' ? 0 : 1);"]),
    needed: 'PHP 8.1 with Guzzle',
  },
  async compiles({ out }) {
    await cp(path.join(programs, 'php'), out, { recursive: true });
    const readAll = path.join(programs, '../php/read-all.php');
    await runCommand('php', [readAll, out], { cwd: out });
  },
  program: (input) => runCommand('php', ['program.php'], { cwd: input.out, env: programEnv(input) }),
});

const ruby = jarGenerator({
  generator: 'ruby',
  needs: {
    packages: ['ruby', 'ruby-typhoeus'],
    areThere: () => hasCommand('ruby', ['-e', 'require "typhoeus"']),
    needed: 'Ruby with Typhoeus',
  },
  async compiles({ out }) {
    await cp(path.join(programs, 'ruby'), out, { recursive: true });
    await runCommand('ruby', ['-W0', '-Ilib', '-e', "Dir['lib/**/*.rb'].each { |file| require './' + file }"], {
      cwd: out,
    });
  },
  program: (input) => runCommand('ruby', ['-W0', '-Ilib', 'program.rb'], { cwd: input.out, env: programEnv(input) }),
});

const typescriptFetch: PublicGenerator = jarGenerator({
  generator: 'typescript-fetch',
  options: { importFileExtension: '.js' },
  compiles: compileTypeScript('typescript-fetch'),
  program: runTypeScript('typescript-fetch'),
});

const kotlin = jarGenerator({
  generator: 'kotlin',
  // With other libraries no resource is one of a union: https://github.com/OpenAPITools/openapi-generator/issues/19928.
  options: { library: 'jvm-retrofit2', serializationLibrary: 'gson', generateOneOfAnyOfWrappers: 'true' },
  needs: maven,
  remark: 'the compiler needs a stack of 1 GB (`-Xss1g`)',
  async compiles({ out }) {
    // In the place of the project for Gradle, with the same libraries. One expression calls a method for each schema: hence the stack.
    await cp(path.join(programs, 'kotlin', 'pom.xml'), path.join(out, 'pom.xml'));
    await cp(path.join(programs, 'kotlin', 'Program.kt'), path.join(out, 'src/main/kotlin/Program.kt'));
    await runCommand('mvn', ['-B', '-q', 'compile', ...copyDependencies], {
      cwd: out,
      env: { MAVEN_OPTS: '-Xmx6g -Xss1g' },
    });
  },
  program: (input) => runCommand('java', ['-cp', classPath, 'ProgramKt'], { cwd: input.out, env: programEnv(input) }),
});

const python = jarGenerator({
  generator: 'python',
  needs: pythonTools,
  remark: 'mypy checks the program alone: in `to_dict` of the client `_items` has two types',
  async compiles({ out }) {
    const environment = path.join(out, 'environment');
    await makeEnvironment(environment, out, 'mypy==2.4.1');
    await runCommand(pythonOf(environment), ['-m', 'compileall', '-q', 'openapi_client'], { cwd: out });
    await runCommand(pythonOf(environment), ['-m', 'mypy', '--strict', pythonProgram], { cwd: environment });
  },
  program: (input) =>
    runCommand(pythonOf(path.join(input.out, 'environment')), ['-W', 'error', pythonProgram], {
      env: programEnv(input),
    }),
});

/** The compilers that were not found where this check installs from. */
const uncompiled = { csharp: '.NET', swift6: 'Swift', dart: 'Dart' };

const taken = Object.entries(uncompiled).map(([generator, compiler]) => {
  const remark = `not compiled: npm, PyPI and Debian 12 have no ${compiler} that compiles it`;
  return jarGenerator({ generator, remark });
});

export const jarGenerators: readonly PublicGenerator[] = [
  typescriptFetch,
  java,
  go,
  rust,
  php,
  ruby,
  kotlin,
  python,
  ...taken,
];
