// The Python client, by openapi-python-client in a separate virtual environment: dataclasses, and beside them python-files, over httpx.
import { readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isNode, METHODS, nodeAt, type OpenApiDocument } from '../../core/description/openapi-document.ts';
import type { Need, SdkLanguage } from './language.ts';
import { hasCommand, runCommand } from './run-command.ts';
import type { Tools } from './openapi-generator.ts';
import { inTemporaryFolder } from './out-folder.ts';
import { packageFacts, type PackageFacts } from './package-facts.ts';
import { missingTool, installPackages, toolbox } from './toolbox.ts';

export const pythonGenerator = 'openapi-python-client==0.29.1';
const folderName = pythonGenerator.replace('==', '-');
const scenarios = path.join(import.meta.dirname, 'scenarios/python');
const generator = path.join(import.meta.dirname, 'python-generator');
const ownFiles = path.join(import.meta.dirname, 'python-files');

/** In a virtual environment. */
export const pythonOf = (environment: string): string =>
  process.platform === 'win32'
    ? path.join(environment, 'Scripts', 'python.exe')
    : path.join(environment, 'bin', 'python');

/** In the environment of the generator. */
export const pythonOfGenerator = (): string => pythonOf(path.join(toolbox(), folderName));

const pip = ['-m', 'pip', '--disable-pip-version-check', '--no-input', '--quiet', 'install'];

/** A virtual environment. @param requirements packages of PyPI, or folders with one */
export async function makeEnvironment(folder: string, ...requirements: readonly string[]): Promise<void> {
  await runCommand('python3', ['-m', 'venv', folder]);
  await runCommand(pythonOf(folder), [...pip, ...requirements]);
}

const version = 'import sys; sys.exit(sys.version_info < (3, 11))';
const virtual = 'import ensurepip, venv';

const isNewPython = (): Promise<boolean> => hasCommand('python3', ['-c', version]);
const canMakeEnvironments = (): Promise<boolean> => hasCommand('python3', ['-c', virtual]);

/** For clients by another generator. */
export const pythonTools: Tools = {
  packages: ['python3-venv'],
  areThere: async () => (await isNewPython()) && (await canMakeEnvironments()),
  needed: 'Python 3.11 or later with venv',
};

export async function missingPython({ purpose, say }: Need): Promise<string | undefined> {
  if (!(await isNewPython())) return 'it needs Python 3.11 or later as python3';
  if (!(await canMakeEnvironments())) {
    const isInstalled = purpose === 'check' && (await installPackages(['python3-venv'], say));
    if (!isInstalled || !(await canMakeEnvironments()))
      return 'python3 has no venv (Debian: apt-get install python3-venv)';
  }
  const fetch = (folder: string): Promise<void> => makeEnvironment(folder, pythonGenerator);
  return missingTool({ name: folderName, from: 'from PyPI', fetch, say });
}

/** The generated code reads successes: what is refused is raised before (client.py). */
export function successesOf(document: OpenApiDocument): OpenApiDocument {
  for (const item of Object.values(nodeAt(document, 'paths')).filter(isNode))
    for (const operation of METHODS.map((method) => item[method]).filter(isNode)) {
      const responses = Object.entries(nodeAt(operation, 'responses'));
      operation['responses'] = Object.fromEntries(responses.filter(([status]) => status.startsWith('2')));
    }
  return document;
}

/** JSON is YAML. */
const configuration = {
  literal_enums: true,
  content_type_overrides: { '*/*': 'application/octet-stream', 'application/yaml': 'text/plain' },
  post_hooks: [],
};

/** As PyPI wants it. */
export const pyproject = (
  { version, description, license, home }: PackageFacts,
  name = 'colophon-client',
): string => `[project]
name = ${JSON.stringify(name)}
version = ${JSON.stringify(version)}
description = ${JSON.stringify(description)}
readme = "README.md"
license = ${JSON.stringify(license)}
requires-python = ">=3.11"
dependencies = ["httpx>=0.24,<0.29"]
keywords = ["colophon", "json-api", "client"]
classifiers = [
  "Development Status :: 5 - Production/Stable",
  "Intended Audience :: Developers",
  "Operating System :: OS Independent",
  "Programming Language :: Python :: 3 :: Only",
  "Programming Language :: Python :: 3.11",
  "Programming Language :: Python :: 3.12",
  "Programming Language :: Python :: 3.13",
  "Topic :: Internet :: WWW/HTTP",
  "Typing :: Typed",
]

[project.urls]
Homepage = ${JSON.stringify(home)}
Documentation = ${JSON.stringify(`${home}/docs`)}

[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[tool.setuptools]
packages = ["colophon", "colophon.api"]

[tool.setuptools.package-data]
colophon = ["py.typed"]
`;

const readme = readFileSync(path.join(import.meta.dirname, 'readmes', 'python.txt'), 'utf8');

export const python: SdkLanguage = {
  name: 'python',
  packageName: { form: /^[a-z\d]+(?:[._-]+[a-z\d]+)*$/i, example: 'acme-content' },
  missing: missingPython,
  async generate({ document, out, name }) {
    await inTemporaryFolder('colophon-python-', async (temporary) => {
      await writeFile(path.join(out, 'pyproject.toml'), pyproject(packageFacts(document), name));
      const config = path.join(temporary, 'config.json');
      await writeFile(config, JSON.stringify(configuration));
      const read = path.join(temporary, 'openapi.json');
      await writeFile(read, JSON.stringify(successesOf(structuredClone(document))));
      await runCommand(pythonOfGenerator(), [
        ...[path.join(generator, 'generate.py'), 'generate', '--overwrite', '--meta', 'none'],
        ...['--custom-template-path', generator, '--path', read, '--config', config],
        ...['--output-path', path.join(out, 'colophon')],
      ]);
      await cp(ownFiles, path.join(out, 'colophon'), { recursive: true });
    });
  },
  readme,
  program: path.join(scenarios, 'program.py'),
  usage: ({ out, url }) => [
    `pip install ${out}`,
    `import colophon; client = colophon.Client("${url}").sign_in(username, password)`,
    'from colophon.api.documents import list_documents; page = client.send(list_documents(filter_title="News"))',
  ],
  async check({ out, env, say }) {
    await inTemporaryFolder('colophon-python-', async (environment) => {
      say('installing the client into a virtual environment');
      await makeEnvironment(environment, out);
      for (const program of ['program.py', 'scenario.py']) {
        say(`running its ${program}`);
        await runCommand(pythonOf(environment), ['-W', 'error', path.join(scenarios, program)], { env });
      }
    });
  },
};
