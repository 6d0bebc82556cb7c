/** Makes the package that begins a project (`npm run tool -- build:create`, then `npm pack ./dist/create`). */
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../bundle/bundle.ts';
import { packageCommand, type Manifest } from './package-command.ts';

async function build(folder: string, { engines }: Manifest): Promise<object> {
  await cp(path.join(root, 'scripts/create'), folder, { recursive: true });
  const bin = { 'create-colophon': 'create.mjs' };
  return { description: 'Begins a project of Colophon', engines, bin, files: ['create.mjs', 'template'] };
}

await packageCommand({
  command: 'build:create',
  name: 'create-colophon',
  about: 'for npm pack or npm create',
  folder: 'dist/create',
  build,
});
