/** Makes the package that begins a project (`npm run tool -- build:create`, then `npm pack ./dist/create`). */
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../bundle/bundle.ts';
import { CommandError, withoutAdvice } from '../command-line.ts';
import { replaceFolder } from '../sdk/out-folder.ts';

const help = `Usage: npm run tool -- build:create [--out <folder>]

Makes the package create-colophon, for npm pack or npm create.

  --out       folder for the package: new, or one that this command has made before; default dist/create here
  --help      shows this`;

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

async function main(args: string[]): Promise<void> {
  const options = { out: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  const { out, help: isHelp } = withoutAdvice(() => parseArgs({ args, options }).values);
  if (isHelp) return console.log(help);
  if (out === '') throw new CommandError('--out is empty: see --help');
  const folder = path.resolve(out ?? path.join(root, 'dist/create'));
  await replaceFolder(folder, { package: 'create-colophon' }, build);
  console.log(`build:create: the package is in ${folder}: npm pack ${folder}`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof CommandError ? `build:create: ${error.message}` : error);
  process.exitCode = 1;
});
