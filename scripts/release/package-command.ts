/** The command that makes a package: in a folder that is new, or that it has made before. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../bundle/bundle.ts';
import { CommandError, FLAG, HELP, runCommandLine, TEXT, withTrace } from '../command-line.ts';
import { replaceFolder } from '../sdk/out-folder.ts';

/** The package.json of the project. */
export interface Manifest extends Record<
  'dependencies' | 'devDependencies' | 'peerDependencies',
  Record<string, string>
> {
  version: string;
  description: string;
  license: string;
  engines: object;
}

interface PackageCommand {
  /** Behind `npm run tool --`. */
  command: string;
  name: string;
  /** What `--help` says of the package. */
  about: string;
  /** By default, from the root of the project. */
  folder: string;
  /** @returns what the package.json of the package has, beside what all have */
  build(folder: string, manifest: Manifest): Promise<object>;
  /** What `--check` does with the package. */
  check?: { about: string; work(folder: string): Promise<void> };
}

/** With its licence and its package.json. */
async function make(folder: string, { name, build }: PackageCommand): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Manifest;
  const { version, license } = manifest;
  const described = { name, version, license, type: 'module', ...(await build(folder, manifest)) };
  await cp(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
}

export function packageCommand(described: PackageCommand): Promise<void> {
  const { command, name, about, folder, check } = described;
  const options = { out: TEXT, ...(check && { check: FLAG }), help: HELP };
  const help = `Usage: npm run tool -- ${command} [--out <folder>${check ? ' --check' : ''}]

Makes the package ${name}, ${about}.

  --out       folder for the package: new, or one that this command has made before; default ${folder} here
${check ? `  --check     ${check.about}\n` : ''}  --help      shows this`;
  return runCommandLine(
    { help, read: () => parseArgs({ options }), fail: withTrace(command) },
    async ({ values: { out, check: isChecked } }) => {
      if (out === '') throw new CommandError('--out is empty: see --help');
      const place = path.resolve(out ?? path.join(root, folder));
      await replaceFolder(place, { package: name }, (made) => make(made, described));
      if (isChecked) await check?.work(place);
      const relative = path.relative(process.cwd(), place);
      const shown = relative.startsWith('..') || path.isAbsolute(relative) ? place : `./${relative}`;
      console.log(`${command}: the package is in ${shown}: npm pack ${shown}`);
    },
  );
}
