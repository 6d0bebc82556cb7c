/** Makes the package that begins a project (`npm run tool -- build:create`, then `npm pack ./dist/create`). */
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../bundle/bundle.ts';
import { packageCommand } from './package-command.ts';

async function build(folder: string): Promise<void> {
  await cp(path.join(root, 'scripts/create'), folder, { recursive: true });
  await cp(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
  const { version, license, engines } = manifest;
  const described = {
    ...{
      name: 'create-colophon',
      version,
      description: 'Begins a project of Colophon',
      license,
      engines,
      type: 'module',
    },
    bin: { 'create-colophon': 'create.mjs' },
    files: ['create.mjs', 'template'],
  };
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
}

await packageCommand({
  command: 'build:create',
  name: 'create-colophon',
  about: 'for npm pack or npm create',
  folder: 'dist/create',
  build,
});
