/**
 * Builds the npm package of `colophon/client` (`npm run tool -- build:client`, then `npm pack ./dist`): in `dist`, or in the folder of
 * `--out`.
 */
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { CommandError, withoutAdvice } from '../command-line.ts';
import { nativeCompiler } from '../sdk/compilers.ts';
import { replaceFolder } from '../sdk/out-folder.ts';
import { runCommand } from '../sdk/run-command.ts';

const root = path.join(import.meta.dirname, '../..');
const help = `Usage: npm run tool -- build:client [--out <folder>]

Makes the package colophon/client, for npm pack or npm install.

  --out       folder for the package: made, or made again if this command has made it before; default dist, here in the project
  --help      shows this`;

interface Manifest {
  name: string;
  version: string;
  license: string;
  dependencies: Record<string, string>;
}

async function build(dist: string): Promise<void> {
  await makeFolder(path.join(dist, 'generated'));
  const settings = path.join(root, 'scripts/config/tsconfig.client.json');
  await runCommand(process.execPath, [nativeCompiler, '--project', settings, '--outDir', dist]);
  await cp(path.join(root, 'generated/api.d.ts'), path.join(dist, 'generated/api.d.ts'));
  await cp(path.join(root, 'core/client/README.md'), path.join(dist, 'README.md'));
  await cp(path.join(root, 'LICENSE'), path.join(dist, 'LICENSE'));
  await writeFile(path.join(dist, 'package.json'), `${JSON.stringify(await describePackage(), null, 2)}\n`);
}

/** Only the dependencies of a client: those of the service have many megabytes. */
async function describePackage(): Promise<object> {
  const { name, version, license, dependencies } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  ) as Manifest;
  const entry = './core/client/index';
  return {
    name,
    version,
    description: 'The client of Colophon for TypeScript and JavaScript, in browsers and Node',
    license,
    type: 'module',
    sideEffects: false,
    // Without the marker file of the folder.
    files: ['core', 'generated'],
    exports: { './client': { types: `${entry}.d.ts`, default: `${entry}.js` } },
    dependencies: { 'openapi-fetch': dependencies['openapi-fetch'] },
  };
}

async function main(args: string[]): Promise<void> {
  const options = { out: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  const { out, help: isHelp } = withoutAdvice(() => parseArgs({ args, options }).values);
  if (isHelp) return console.log(help);
  if (out === '') throw new CommandError('--out is empty: see --help');
  const dist = path.resolve(out ?? path.join(root, 'dist'));
  await replaceFolder(dist, { package: 'colophon/client' }, build);
  const relative = path.relative(process.cwd(), dist);
  const shown = relative.startsWith('..') || path.isAbsolute(relative) ? dist : `./${relative}`;
  console.log(`build:client: the package is in ${shown}: npm pack ${shown}`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof CommandError ? `build:client: ${error.message}` : error);
  process.exitCode = 1;
});
