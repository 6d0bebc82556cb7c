/** The command that makes a package: in a folder that is new, or that it has made before. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../bundle/bundle.ts';
import { CommandError, withoutAdvice } from '../command-line.ts';
import { replaceFolder } from '../sdk/out-folder.ts';

interface PackageCommand {
  /** Behind `npm run tool --`. */
  command: string;
  name: string;
  /** What `--help` says of the package. */
  about: string;
  /** By default, from the root of the project. */
  folder: string;
  build(folder: string): Promise<void>;
}

async function make({ command, name, about, folder, build }: PackageCommand): Promise<void> {
  const options = { out: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  const { out, help } = withoutAdvice(() => parseArgs({ options }).values);
  if (help)
    return console.log(`Usage: npm run tool -- ${command} [--out <folder>]

Makes the package ${name}, ${about}.

  --out       folder for the package: new, or one that this command has made before; default ${folder} here
  --help      shows this`);
  if (out === '') throw new CommandError('--out is empty: see --help');
  const place = path.resolve(out ?? path.join(root, folder));
  await replaceFolder(place, { package: name }, build);
  const relative = path.relative(process.cwd(), place);
  const shown = relative.startsWith('..') || path.isAbsolute(relative) ? place : `./${relative}`;
  console.log(`${command}: the package is in ${shown}: npm pack ${shown}`);
}

export const packageCommand = (described: PackageCommand): Promise<void> =>
  make(described).catch((error: unknown) => {
    console.error(error instanceof CommandError ? `${described.command}: ${error.message}` : error);
    process.exitCode = 1;
  });
