// Generators from PyPI, the Go module proxy and crates.io, and those that this project cannot fetch.
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../../core/disk/make-folder.ts';
import type { Say } from '../language.ts';
import { missingPython, pythonGenerator, pythonOfGenerator } from '../python.ts';
import { hasCommand, runCommand } from '../run-command.ts';
import { missingTool, toolbox } from '../toolbox.ts';
import { programEnv, type PublicGenerator, type StepInput } from './public-generator.ts';

const programs = path.join(import.meta.dirname, '../scenarios/public');

const python: PublicGenerator = {
  name: pythonGenerator.replace('==', ' '),
  missing: (say: Say) => missingPython({ purpose: 'check', say }),
  steps: {
    'takes it': async ({ description, out }) => {
      const names = { project_name_override: 'colophon-client', package_name_override: 'colophon', post_hooks: [] };
      await writeFile(path.join(out, 'config.json'), JSON.stringify({ ...names, literal_enums: true }));
      const args = ['generate', '--path', description, '--config', 'config.json', '--output-path', 'client'];
      const output = await runCommand(pythonOfGenerator(), ['-m', 'openapi_python_client', ...args], { cwd: out });
      if (/warning/i.test(output)) throw new Error(output);
    },
    compiles: ({ out }) => runCommand(pythonOfGenerator(), ['-m', 'compileall', '-q', 'client'], { cwd: out }),
    program: (input) => {
      const program = path.join(programs, 'openapi-python-client', 'program.py');
      // The environment of the generator has what its clients import.
      const env = { ...programEnv(input), PYTHONPATH: path.join(input.out, 'client') };
      return runCommand(pythonOfGenerator(), ['-W', 'error', program], { env });
    },
  },
};

interface GoGenerator {
  command: string;
  /** With its version. */
  module: string;
  /** Other modules that the client imports are found by `go mod tidy`. */
  requires: string;
  args: (input: StepInput) => readonly string[];
  options?: string;
  configuration?: string;
  without?: PublicGenerator['without'];
}

const goFolder = (module: string): string => `go-${path.basename(module)}`;

function goGenerator({
  command,
  module,
  requires,
  args,
  options = '',
  configuration,
  without,
}: GoGenerator): PublicGenerator {
  const name = `${command} ${module.replace(/.*@v/, '')}${options}`;
  const bin = path.join(toolbox(), goFolder(module), command);
  return {
    name,
    without,
    async missing(say) {
      if (!(await hasCommand('go', ['version']))) return 'it needs Go';
      const fetch = (folder: string): Promise<unknown> =>
        runCommand('go', ['install', module], { env: { GOBIN: folder } });
      return missingTool({ name: goFolder(module), from: 'from the Go module proxy', fetch, say });
    },
    steps: {
      'takes it': async (input) => {
        await makeFolder(path.join(input.out, 'colophon'));
        if (configuration !== undefined) await writeFile(path.join(input.out, 'config.yaml'), configuration);
        await runCommand(bin, args(input), { cwd: input.out });
      },
      compiles: async ({ out }) => {
        await cp(path.join(programs, command), path.join(out, 'program'), { recursive: true });
        await writeFile(
          path.join(out, 'go.mod'),
          `module example.org/colophon/client\n\ngo 1.26\n\nrequire ${requires}\n`,
        );
        await runCommand('go', ['mod', 'tidy'], { cwd: out });
        await runCommand('go', ['build', '-o', 'program/program', './program'], { cwd: out });
      },
      program: (input) => runCommand('./program', [], { cwd: path.join(input.out, 'program'), env: programEnv(input) }),
    },
  };
}

const oapiCodegen = goGenerator({
  command: 'oapi-codegen',
  module: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
  requires: 'github.com/oapi-codegen/runtime v1.9.0',
  options: ': response-type-suffix: Reply',
  configuration: `package: colophon
output: colophon/client.go
generate: { models: true, client: true }
output-options: { response-type-suffix: Reply }
`,
  args: ({ description }) => ['-config', 'config.yaml', description],
});

const ogen = goGenerator({
  command: 'ogen',
  module: 'github.com/ogen-go/ogen/cmd/ogen@v1.24.0',
  requires: 'github.com/ogen-go/ogen v1.24.0',
  args: ({ description }) => ['--target', 'colophon', '--package', 'colophon', '--clean', description],
  without: {
    tags: ['operations'],
    why: 'it wants quotes in the media type of Atomic Operations',
  },
});

/** Clients in Rust. */
const progenitorVersion = '0.15.1';
const progenitorFolder = `cargo-progenitor-${progenitorVersion}`;

const progenitor: PublicGenerator = {
  name: `progenitor ${progenitorVersion}`,
  async missing(say) {
    if (!(await hasCommand('cargo', ['--version']))) return 'it needs cargo';
    const fetch = (folder: string): Promise<unknown> =>
      runCommand('cargo', ['install', '--quiet', `cargo-progenitor@${progenitorVersion}`, '--root', folder]);
    return missingTool({ name: progenitorFolder, from: 'from crates.io', fetch, say });
  },
  steps: {
    'takes it': ({ description, out }) => {
      const bin = path.join(toolbox(), progenitorFolder, 'bin', 'cargo-progenitor');
      const options = ['--interface', 'builder', '-n', 'colophon', '-v', '0.0.0'];
      return runCommand(bin, ['progenitor', '-i', description, '-o', path.join(out, 'client'), ...options]);
    },
  },
  fault: {
    step: 'takes it',
    construct: 'bodies of `application/vnd.api+json`: of JSON it knows `application/json` alone',
    issue: 'https://github.com/oxidecomputer/progenitor/pull/1415',
  },
};

/** What is named in the table so that it is not missed. */
const unfetched = (name: string, reason: string): PublicGenerator => ({
  name,
  missing: () => Promise.resolve(reason),
  steps: {},
});

export const otherGenerators: readonly PublicGenerator[] = [
  progenitor,
  python,
  oapiCodegen,
  ogen,
  unfetched('NSwag, Kiota', 'they need .NET'),
];
