// The Python client, by openapi-python-client in a separate virtual environment: attrs classes, httpx.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isNode, METHODS, nodeAt, type Node, type OpenApiDocument } from '../../core/description/openapi-document.ts';
import type { Need, SdkLanguage } from './language.ts';
import { hasCommand, runCommand } from './run-command.ts';
import { ensureTool, installPackages, toolbox } from './toolbox.ts';

export const pythonGenerator = 'openapi-python-client==0.29.1';
const folderName = pythonGenerator.replace('==', '-');
const scripts = path.join(import.meta.dirname, 'scenarios', 'python');

const pythonOf = (environment: string): string =>
  process.platform === 'win32'
    ? path.join(environment, 'Scripts', 'python.exe')
    : path.join(environment, 'bin', 'python');

/** In the environment of the generator. */
export const pythonOfGenerator = (): string => pythonOf(path.join(toolbox(), folderName));

const pip = ['-m', 'pip', '--disable-pip-version-check', '--no-input', '--quiet', 'install'];

async function makeEnvironment(folder: string, requirement: string): Promise<void> {
  await runCommand('python3', ['-m', 'venv', folder]);
  await runCommand(pythonOf(folder), [...pip, requirement]);
}

const version = 'import sys; sys.exit(sys.version_info < (3, 11))';
const virtual = 'import ensurepip, venv';

export async function missingPython({ purpose, say }: Need): Promise<string | undefined> {
  if (!(await hasCommand('python3', ['-c', version]))) return 'it needs Python 3.11 or later as python3';
  const canMakeEnvironments = (): Promise<boolean> => hasCommand('python3', ['-c', virtual]);
  if (!(await canMakeEnvironments())) {
    const isInstalled = purpose === 'check' && (await installPackages(['python3-venv'], say));
    if (!isInstalled || !(await canMakeEnvironments()))
      return 'python3 has no venv (Debian: apt-get install python3-venv)';
  }
  try {
    const fetch = (folder: string): Promise<void> => makeEnvironment(folder, pythonGenerator);
    await ensureTool({ name: folderName, from: 'from PyPI', fetch, say });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * The generator requires an `AuthenticatedClient` for operations with optional tokens: their security is removed here, so that
 * they take either client; one with a token still sends it.
 */
export function openToAll(document: OpenApiDocument): OpenApiDocument {
  const isOpen = ({ security }: Node): boolean =>
    Array.isArray(security) && security.some((one) => isNode(one) && Object.keys(one).length === 0);
  for (const item of Object.values(nodeAt(document, 'paths')).filter(isNode))
    for (const operation of METHODS.map((method) => item[method]).filter(isNode))
      if (isOpen(operation)) delete operation['security'];
  return document;
}

/** JSON is YAML. */
const configuration = {
  project_name_override: 'colophon-client',
  package_name_override: 'colophon',
  literal_enums: true,
  content_type_overrides: { '*/*': 'application/octet-stream', 'application/yaml': 'text/plain' },
  post_hooks: [],
};

const lines = ({ out, url }: { out: string; url: string }): string[] => [
  `pip install ${out}`,
  `import colophon; client = colophon.AuthenticatedClient(base_url="${url}", token=access_token)`,
  'from colophon.api.documents import list_documents; page = list_documents.sync(client=client, filter_title="News")',
];

const readme = `# A client for this project, in Python

Made by \`npm run sdk\`; make it again when the model changes. \`pip install .\`, then:

\`\`\`python
from colophon import AuthenticatedClient, Client
from colophon.api.auth import sign_in
from colophon.api.documents import list_documents
from colophon.models import DocumentsListResponse, SignInBody, SignInResponse

session = sign_in.sync(client=Client(base_url=url), body=SignInBody(username=name, password=word))
assert isinstance(session, SignInResponse), session
client = AuthenticatedClient(base_url=url, token=session.meta.jwt)
page = list_documents.sync(client=client, filter_title="News", include="poster")
titles = [one.attributes.title for one in page.data] if isinstance(page, DocumentsListResponse) else page
\`\`\`

There is a module of \`colophon.api\` for each type, and a class for its attributes in \`colophon.models\`. A function gives
back an \`ErrorResponse\` when the service refuses: \`error.code\` and \`errors[].source.pointer\` say what and where.
`;

export const python: SdkLanguage = {
  name: 'python',
  missing: missingPython,
  async generate({ description, out }) {
    const temporary = await mkdtemp(path.join(os.tmpdir(), 'colophon-python-'));
    try {
      const config = path.join(temporary, 'config.json');
      await writeFile(config, JSON.stringify(configuration));
      const open = path.join(temporary, 'openapi.json');
      await writeFile(
        open,
        JSON.stringify(openToAll(JSON.parse(await readFile(description, 'utf8')) as OpenApiDocument)),
      );
      await runCommand(pythonOfGenerator(), [
        ...[path.join(scripts, 'generate.py'), 'generate', '--overwrite'],
        ...['--path', open, '--config', config, '--output-path', out],
      ]);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  },
  readme,
  usage: lines,
  async check({ out, url, username, password, say }) {
    const environment = await mkdtemp(path.join(os.tmpdir(), 'colophon-python-'));
    try {
      say('installing the client into a virtual environment');
      await makeEnvironment(environment, out);
      say('running the scenario');
      const env = { COLOPHON_URL: url, COLOPHON_USERNAME: username, COLOPHON_PASSWORD: password };
      await runCommand(pythonOf(environment), ['-W', 'error', path.join(scripts, 'scenario.py')], { env });
    } finally {
      await rm(environment, { recursive: true, force: true });
    }
  },
};
