/** Makes the package of `npm run contract` (`npm run tool -- build:contract`, then `npm pack ./dist/contract`). */
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { bundle, root } from '../bundle/bundle.ts';
import { helpText } from '../contract/options.ts';
import { packageCommand, type Manifest } from './package-command.ts';

const HOOKS = 'scripts/contract/schemathesis/schemathesis_hooks.py';
/** Descriptions of which the program needs the paths. */
const DESCRIPTIONS = ['generated/openapi.json', 'generated/openapi.expanded.json'];
/** It is loaded by `require`, which the bundler does not see. */
const REQUIRED = ['junit-report-builder'];

const asPackage = (text: string): string => text.replaceAll('npm run contract --', 'colophon-contract');

async function build(folder: string, { engines, dependencies, devDependencies }: Manifest): Promise<object> {
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
  await writeFile(path.join(folder, 'contract.mjs'), "#!/usr/bin/env node\nimport './dist/contract.js';\n");
  await writeFile(
    path.join(folder, 'README.md'),
    `# colophon-contract\n\n\`\`\`text\n${asPackage(helpText)}\n\`\`\`\n`,
  );
  const all = { ...devDependencies, ...dependencies };
  // Those of Node are among the imported ones.
  const needed = [...packages, ...REQUIRED].flatMap((name) => (name in all ? [[name, all[name]]] : []));
  return {
    description: 'Checks a deployment of Colophon, or recorded traffic, against its OpenAPI description',
    keywords: ['openapi', 'json-api', 'contract', 'har', 'testing'],
    engines,
    bin: { 'colophon-contract': 'contract.mjs' },
    files: ['contract.mjs', 'dist/*.js', 'generated', 'scripts'],
    dependencies: Object.fromEntries(needed.sort()),
  };
}

await packageCommand({
  command: 'build:contract',
  name: 'colophon-contract',
  about: 'the program of npm run contract by itself, for npm pack, npx or npm install',
  folder: 'dist/contract',
  build,
});
