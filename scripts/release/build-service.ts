/**
 * Makes the package that a service is installed from (`npm run tool -- build:service`, then `npm pack ./dist/service`): a bundle, the files
 * that it reads, and no sources.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { bundle, root } from '../bundle/bundle.ts';
import { CommandError } from '../command-line.ts';
import { COMMANDS } from '../commands.mjs';
import { writeDeclarations } from './declarations.ts';
import { packageCommand, type Manifest } from './package-command.ts';
import { runCommand } from '../sdk/run-command.ts';
import { startProgram } from '../started-program.ts';

/** Beside the sources, read while the service runs. */
const READ = [
  'core/browser/templates',
  'core/browser/style.css',
  'core/browser/passkey.js',
  'core/browser/editor.js',
  'core/http/docs/docs.css',
  'core/http/docs/start.js',
  'core/mail/templates',
  'generated/openapi.json',
  'generated/model-files.schema.json',
  'generated/operation-facts.json',
  'generated/endpoints.json',
  'generated/resource-schemas.json',
  'generated/shipped.json',
  'openapi/docs',
];

/** Found by their names while the service runs, and not imported. */
const RESOLVED = ['mongodb-memory-server-core', 'music-metadata', 'squire-rte', 'swagger-ui-dist'];

/** Scripts that an installed service has too: `colophon verify`. */
const INSTALLED = ['migrate', 'audit', 'secrets', 'verify', 'backup', 'restore', 'import', 'export', 'model'];

/** Modules that a project imports: `colophon/extension`. */
const EXPORTED = { extension: 'core/extensions/extension.ts', testing: 'scripts/testing/testing.ts' };

const exportOf = ([name, source]: [string, string]) => [
  `./${name}`,
  { types: `./dist/types/${source.replace(/\.ts$/, '.d.ts')}`, default: `./dist/${name}.js` },
];

const COMMAND = `#!/usr/bin/env node
process.setSourceMapsEnabled(true);
const isCommand = ${JSON.stringify(INSTALLED)}.includes(process.argv[2]);
const [name] = isCommand ? process.argv.splice(2, 1) : ['start'];
await import(\`./\${name}.js\`);
`;

async function build(folder: string, manifest: Manifest): Promise<object> {
  const dist = path.join(folder, 'dist');
  await makeFolder(dist);
  const scripts = Object.fromEntries(INSTALLED.map((name) => [name, `scripts/${COMMANDS[name]?.file}`]));
  const entries = { start: 'scripts/start.ts', ...scripts, ...EXPORTED };
  const { packages } = await bundle({ entries, folder: dist, movable: true });
  await writeDeclarations(Object.values(EXPORTED), path.join(dist, 'types'));
  for (const file of READ) await cp(path.join(root, file), path.join(folder, file), { recursive: true });
  await writeFile(path.join(dist, 'colophon.js'), COMMAND, { mode: 0o755 });
  return describePackage(manifest, new Set([...packages, ...RESOLVED]));
}

/** Only what the bundle imports. TypeScript of a project's own code needs tsx, and S3 its client: optional peers. */
function describePackage(manifest: Manifest, needed: ReadonlySet<string>): object {
  const { description, engines, dependencies, peerDependencies } = manifest;
  const optional = { ...peerDependencies, tsx: dependencies['tsx'] };
  const own = Object.entries(dependencies).filter(([each]) => needed.has(each) && !(each in optional));
  return {
    description,
    engines,
    bin: { colophon: 'dist/colophon.js' },
    exports: Object.fromEntries(Object.entries(EXPORTED).map(exportOf)),
    files: ['dist', 'core', 'generated', 'openapi'],
    dependencies: Object.fromEntries(own),
    peerDependencies: optional,
    peerDependenciesMeta: Object.fromEntries(Object.keys(optional).map((each) => [each, { optional: true }])),
  };
}

/** @throws CommandError when the tarball cannot be installed, or the installed service does not start */
async function check(folder: string): Promise<void> {
  const place = await mkdtemp(path.join(os.tmpdir(), 'colophon-package-'));
  try {
    await runCommand('npm', ['pack', folder, '--pack-destination', place, '--silent'], { cwd: place });
    const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest;
    const options = ['--prefer-offline', '--no-audit', '--no-fund'];
    await writeFile(path.join(place, 'package.json'), '{ "private": true }\n');
    await runCommand('npm', ['install', ...options, `./colophon-${version}.tgz`], { cwd: place });
    await serve(place);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function serve(place: string): Promise<void> {
  const own = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: path.join(place, 'data'), PUBLIC_URL: '' };
  const command = path.join(place, 'node_modules/.bin/colophon');
  const service = startProgram([command], { cwd: place, settings: own });
  const [, url] = (await service.writes(/^ready on (\S+)$/m)) ?? [];
  // A page and a template as well, which are files of the package.
  const paths = url === undefined ? [] : ['/health', '/openapi.json', '/docs/tour', '/documents'];
  const answers = await Promise.all(
    paths.map((each) => fetch(url + each, { headers: { Accept: '*/*' } }).catch(() => undefined)),
  );
  const failed = paths.filter((_each, index) => !answers[index]?.ok);
  // A command of the package, on the database of the service that runs.
  if (url !== undefined) await runCommand(command, ['verify', '--quick'], { cwd: place, env: own });
  await service.end();
  if (url === undefined || failed.length > 0)
    throw new CommandError(`the installed service does not serve ${failed.join(', ')}\n${service.output()}`);
}

await packageCommand({
  command: 'build:service',
  name: 'colophon',
  about: 'the service, for npm pack or npm install',
  folder: 'dist/service',
  build,
  check: {
    about:
      'packs it, installs the tarball in an empty folder, starts it there, checks GET /health, and verifies its database',
    work: check,
  },
});
