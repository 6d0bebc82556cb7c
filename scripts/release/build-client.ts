/**
 * Builds the npm package of `colophon/client` (`npm run tool -- build:client`, then `npm pack ./dist`): in `dist`, or in the folder of
 * `--out`.
 */
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { root } from '../bundle/bundle.ts';
import { nativeCompiler } from '../sdk/compilers.ts';
import { runCommand } from '../sdk/run-command.ts';
import { packageCommand, type Manifest } from './package-command.ts';

async function build(dist: string, { dependencies }: Manifest): Promise<object> {
  await makeFolder(path.join(dist, 'generated'));
  const settings = path.join(root, 'scripts/config/tsconfig.client.json');
  await runCommand(process.execPath, [nativeCompiler, '--project', settings, '--outDir', dist]);
  await cp(path.join(root, 'generated/api.d.ts'), path.join(dist, 'generated/api.d.ts'));
  await cp(path.join(root, 'core/client/README.md'), path.join(dist, 'README.md'));
  const entry = './core/client/index';
  return {
    name: 'colophon',
    description: 'The client of Colophon for TypeScript and JavaScript, in browsers and Node',
    sideEffects: false,
    // Without the marker file of the folder.
    files: ['core', 'generated'],
    exports: { './client': { types: `${entry}.d.ts`, default: `${entry}.js` } },
    // Those of the service have many megabytes.
    dependencies: { 'openapi-fetch': dependencies['openapi-fetch'] },
  };
}

await packageCommand({
  command: 'build:client',
  name: 'colophon/client',
  about: 'for npm pack or npm install',
  folder: 'dist',
  build,
});
