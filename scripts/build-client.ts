/**
 * Makes the package that `colophon/client` is published as (`npm run build:client`, then `npm pack ./dist`): in `dist`, or in
 * the folder that is given.
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runCommand } from './sdk/run-command.ts';

const root = path.join(import.meta.dirname, '..');
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

interface Manifest {
  name: string;
  version: string;
  license: string;
  dependencies: Record<string, string>;
}

async function build(dist: string): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(path.join(dist, 'generated'), { recursive: true });
  const settings = path.join(root, 'scripts/config/tsconfig.client.json');
  await runCommand(process.execPath, [compiler, '--project', settings, '--outDir', dist]);
  await cp(path.join(root, 'generated/api.d.ts'), path.join(dist, 'generated/api.d.ts'));
  await cp(path.join(root, 'core/client/README.md'), path.join(dist, 'README.md'));
  await cp(path.join(root, 'LICENSE'), path.join(dist, 'LICENSE'));
  await writeFile(path.join(dist, 'package.json'), `${JSON.stringify(await describePackage(), null, 2)}\n`);
  const shown = path.relative(process.cwd(), dist);
  console.log(`build:client: the package is in ${shown}: npm pack ./${shown}`);
}

/** Only what a client needs: the service itself has dependencies of many megabytes. */
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
    exports: { './client': { types: `${entry}.d.ts`, default: `${entry}.js` } },
    dependencies: { 'openapi-fetch': dependencies['openapi-fetch'] },
  };
}

build(path.resolve(process.argv[2] ?? path.join(root, 'dist'))).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
