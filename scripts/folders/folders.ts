// The folders of `core` as layers without cycles, and their picture in CONTRIBUTING.md; how many files each folder of code has.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { asMessage, CommandError, FLAG, HELP, runCommandLine } from '../command-line.ts';
import { crowdedFolders } from './crowded.ts';
import { cyclesOf, foldersOf, layersOf, pictureOf, readImports, roomsOf, type Imports } from './layers.ts';

const root = path.resolve(import.meta.dirname, '../..');
const help = `Usage: npm run tool -- folders [--check]

Prints what is in the folders of core, and writes their picture into CONTRIBUTING.md, lowest layer last. Fails when folders,
or the rooms of one, import each other in a circle, or a folder of code has more than 25 files in its root.

  --check     writes nothing, and fails when the picture is another
  --help      shows this`;
const options = { check: FLAG, help: HELP };

const CODE_FOLDERS = ['core', 'handlers', 'scripts', 'test'];

const BLOCK = /(<!-- npm run tool -- folders -->\n\n```text\n)[\s\S]*?(```\n)/;

/** @returns a line for each circle of rooms of a folder, and for its imports */
function roomsInCircles(imports: Imports): string[] {
  const parents = imports.flatMap(([file]) =>
    file.split('/').flatMap((_, depth, all) => (depth > 0 ? [all.slice(0, depth).join('/')] : [])),
  );
  // The folders of core themselves have a check of their own.
  const folders = [...new Set(parents)].filter((folder) => folder !== 'core').sort();
  return folders.flatMap((folder) =>
    cyclesOf(roomsOf(imports, folder)).flatMap(({ names, imports: between }) => [
      `rooms of ${folder} import each other in a circle: ${names.join(', ')}`,
      ...between.map((each) => `  ${each}`),
    ]),
  );
}

await runCommandLine({ help, read: () => parseArgs({ options }), fail: asMessage }, async ({ values: { check } }) => {
  const imports = await readImports(root);
  const folders = foldersOf(imports);
  const cycles = cyclesOf(folders);
  if (cycles.length > 0) {
    const lines = cycles.map(
      ({ names, imports }) => `${names.join(', ')}:\n${imports.map((each) => `  ${each}`).join('\n')}`,
    );
    throw new CommandError(`folders of core import each other in a circle\n${lines.join('\n')}`);
  }
  const circles = roomsInCircles(imports);
  if (circles.length > 0) throw new CommandError(circles.join('\n'));
  const crowded = crowdedFolders(root, CODE_FOLDERS);
  if (crowded.length > 0) throw new CommandError(crowded.join('\n'));
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
  const layers = layersOf(folders);
  if (!check) console.log(pictureOf(layers, about));
  const picture = layers.map((each) => `${each.join(' ')}\n`).join('');
  const drawn = text.replace(BLOCK, (_all, start: string, end: string) => `${start}${picture}${end}`);
  if (drawn === text) return console.log(`${names.length} folders, no circle`);
  if (check) throw new CommandError('the picture in CONTRIBUTING.md is another: run npm run tool -- folders');
  await writeFile(file, drawn);
  console.log('CONTRIBUTING.md is written');
});
