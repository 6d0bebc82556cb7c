/** Makes the package of `npm run contract` (`npm run tool -- build:contract`, then `npm pack ./dist/contract`). */
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { bundle, root } from '../bundle/bundle.ts';
import { CommandError, withoutAdvice } from '../command-line.ts';
import { helpText } from '../contract/options.ts';
import { replaceFolder } from '../sdk/out-folder.ts';

const help = `Usage: npm run tool -- build:contract [--out <folder>]

Makes the package colophon-contract, the program of npm run contract by itself, for npm pack, npx or npm install.

  --out       folder for the package: new, or one that this command has made before; default dist/contract here
  --help      shows this`;

const HOOKS = 'scripts/contract/schemathesis/schemathesis_hooks.py';
/** Descriptions of which the program needs the paths. */
const DESCRIPTIONS = ['generated/openapi.json', 'generated/openapi.expanded.json'];
/** It is loaded by `require`, which the bundler does not see. */
const REQUIRED = ['junit-report-builder'];

interface Manifest {
  version: string;
  license: string;
  engines: object;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const asPackage = (text: string): string => text.replaceAll('npm run contract --', 'colophon-contract');

async function build(folder: string): Promise<void> {
  const { packages } = await bundle({
    entries: { contract: 'scripts/contract/contract.ts' },
    folder: path.join(folder, 'dist'),
    movable: true,
    alter: (file, text) => (file === path.join(root, 'scripts/contract/options.ts') ? asPackage(text) : text),
  });
  for (const name of [HOOKS, ...DESCRIPTIONS]) await makeFolder(path.dirname(path.join(folder, name)));
  await cp(path.join(root, HOOKS), path.join(folder, HOOKS));
  for (const name of DESCRIPTIONS) {
    const { paths } = JSON.parse(await readFile(path.join(root, name), 'utf8')) as { paths: object };
    const emptied = Object.fromEntries(Object.keys(paths).map((each) => [each, {}]));
    await writeFile(path.join(folder, name), JSON.stringify({ paths: emptied }));
  }
  await cp(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  await writeFile(path.join(folder, 'contract.mjs'), "#!/usr/bin/env node\nimport './dist/contract.js';\n");
  await writeFile(
    path.join(folder, 'README.md'),
    `# colophon-contract\n\n\`\`\`text\n${asPackage(helpText)}\n\`\`\`\n`,
  );
  const manifest = await describePackage([...packages, ...REQUIRED]);
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @param packages imported ones, with those of Node */
async function describePackage(packages: readonly string[]): Promise<object> {
  const text = await readFile(path.join(root, 'package.json'), 'utf8');
  const { version, license, engines, dependencies, devDependencies } = JSON.parse(text) as Manifest;
  const all = { ...devDependencies, ...dependencies };
  return {
    name: 'colophon-contract',
    version,
    description: 'Checks a deployment of Colophon, or recorded traffic, against its OpenAPI description',
    keywords: ['openapi', 'json-api', 'contract', 'har', 'testing'],
    license,
    engines,
    type: 'module',
    bin: { 'colophon-contract': 'contract.mjs' },
    files: ['contract.mjs', 'dist/*.js', 'generated', 'scripts'],
    dependencies: Object.fromEntries(packages.flatMap((name) => (name in all ? [[name, all[name]]] : [])).sort()),
  };
}

async function main(args: string[]): Promise<void> {
  const options = { out: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  const { out, help: isHelp } = withoutAdvice(() => parseArgs({ args, options }).values);
  if (isHelp) return console.log(help);
  if (out === '') throw new CommandError('--out is empty: see --help');
  const folder = path.resolve(out ?? path.join(root, 'dist/contract'));
  await replaceFolder(folder, { package: 'colophon-contract' }, build);
  console.log(`build:contract: the package is in ${folder}: npm pack ${folder}`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof CommandError ? `build:contract: ${error.message}` : error);
  process.exitCode = 1;
});
