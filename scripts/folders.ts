// The folders of `core` as layers without cycles, and their picture in CONTRIBUTING.md.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError, withoutAdvice } from './command-line.ts';
import { cyclesOf, layersOf, pictureOf, readFolders } from './folders/layers.ts';

const root = path.resolve(import.meta.dirname, '..');
const help = `Usage: npm run folders [-- --check]

Writes the picture of the folders of core into CONTRIBUTING.md, lowest layer last. Fails when folders import each other
in a circle.

  --check     writes nothing, and fails when the picture is another
  --help      shows this`;
const options = { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

const BLOCK = /(<!-- npm run folders -->\n\n```text\n)[\s\S]*?(```\n)/;

async function main(args: string[]): Promise<void> {
  const { check, help: isHelp } = withoutAdvice(() => parseArgs({ args, options }).values);
  if (isHelp) return console.log(help);
  const folders = await readFolders(root);
  const cycles = cyclesOf(folders);
  if (cycles.length > 0) {
    const lines = cycles.map(
      ({ names, imports }) => `${names.join(', ')}:\n${imports.map((each) => `  ${each}`).join('\n')}`,
    );
    throw new CommandError(`folders of core import each other in a circle\n${lines.join('\n')}`);
  }
  const about = JSON.parse(await readFile(path.join(root, 'scripts/config/folders.json'), 'utf8')) as Record<
    string,
    string
  >;
  const names = [...folders.keys()];
  const unnamed = names.filter((name) => about[name] === undefined);
  const gone = Object.keys(about).filter((name) => !folders.has(name));
  if (unnamed.length + gone.length > 0) {
    throw new CommandError(
      `scripts/config/folders.json lacks ${unnamed.join(', ') || 'none'}, and has ${gone.join(', ') || 'none'}, which do not exist`,
    );
  }
  const file = path.join(root, 'CONTRIBUTING.md');
  const text = await readFile(file, 'utf8');
  if (!BLOCK.test(text)) throw new CommandError('CONTRIBUTING.md has no place for the picture');
  const picture = pictureOf(layersOf(folders), about);
  const drawn = text.replace(BLOCK, (_all, start: string, end: string) => `${start}${picture}${end}`);
  if (drawn === text) return console.log(`${names.length} folders, no circle`);
  if (check) throw new CommandError('the picture in CONTRIBUTING.md is another: run npm run folders');
  await writeFile(file, drawn);
  console.log('CONTRIBUTING.md is written');
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
