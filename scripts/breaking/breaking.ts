// `npm run tool -- breaking`: fails when the description breaks clients of the last release and CHANGELOG.md does not say so (D41, D336).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { allNamed, announcedIn, notNamed, unannounced } from './changelog.ts';
import { compareDescriptions } from './compare-descriptions.ts';
import { assertGenerated, currentDescription, lastRelease } from './releases.ts';
import { readHelp, runCommandLine, withTrace } from '../command-line.ts';

const root = path.resolve(import.meta.dirname, '../..');

const help = `Usage: npm run tool -- breaking

Compares the description with that of the last release, and fails when a change that breaks clients is not in CHANGELOG.md, under
"### Breaking" of "## [Unreleased]". The exit code is 0 when all are listed, 1 when one is missing, 2 when it cannot compare: a
wrong command line, or generated/ that does not match openapi/.

  --help      shows this`;

await runCommandLine({ help, read: readHelp, fail: withTrace('breaking', 2) }, async () => {
  await assertGenerated();
  const release = await lastRelease();
  if (!release) return console.log('no release yet: nothing can break (npm run tool -- release <version>)');
  const breaks = compareDescriptions(release.description, await currentDescription());
  const announced = announcedIn(await readFile(path.join(root, 'CHANGELOG.md'), 'utf8'));
  const silent = unannounced(breaks, announced);
  if (silent.length === 0) return console.log(allNamed(breaks.length, release.version));
  console.error(silent.map(({ place, what }) => `\`${place}\`: ${what}`).join('\n'));
  console.error(notNamed(silent.length, release.version));
  process.exitCode = 1;
});
