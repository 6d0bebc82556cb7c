// `npm run breaking`: fails when the description breaks clients of the last release and CHANGELOG.md does not say so (D41, D336).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { announcedIn, unannounced } from './breaking/changelog.ts';
import { compareDescriptions } from './breaking/compare-descriptions.ts';
import { currentDescription, lastRelease } from './breaking/releases.ts';

const root = path.resolve(import.meta.dirname, '..');

const help = `Usage: npm run breaking

Compares the description with that of the last release, and fails when clients break by a change that is not in CHANGELOG.md, under
"### Breaking" of "## [Unreleased]".

  --help      shows this`;

async function main(args: string[]): Promise<void> {
  if (parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } } }).values.help) return console.log(help);
  const release = await lastRelease();
  if (!release) return console.log('no release yet: nothing can break (npm run release -- <version>)');
  const breaks = compareDescriptions(release.description, await currentDescription());
  const announced = announcedIn(await readFile(path.join(root, 'CHANGELOG.md'), 'utf8'));
  const silent = unannounced(breaks, announced);
  if (silent.length === 0) {
    return console.log(`${breaks.length} breaking changes since ${release.version}, all in CHANGELOG.md`);
  }
  console.error(silent.map(({ place, what }) => `\`${place}\`: ${what}`).join('\n'));
  throw new Error(
    `${silent.length} changes break clients of ${release.version}. Take them back, or name each place, in backticks, ` +
      'under "### Breaking" of "## [Unreleased]" in CHANGELOG.md (`*` stands for anything).',
  );
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
