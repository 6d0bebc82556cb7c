// `npm run tool -- release <version>`: gives unreleased changes a version, in CHANGELOG.md, package.json and the description, and
// stores the description for later comparisons (`npm run tool -- breaking`). Commits nothing.
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { announcedIn, released, unannounced, unreleasedOf } from '../breaking/changelog.ts';
import { compareDescriptions } from '../breaking/compare-descriptions.ts';
import {
  assertGenerated,
  assertNextVersion,
  currentDescription,
  keepRelease,
  lastRelease,
  parseVersion,
} from '../breaking/releases.ts';
import { asMessage, FLAG, HELP, runCommandLine } from '../command-line.ts';

const root = path.resolve(import.meta.dirname, '../..');
const usage = `Usage: npm run tool -- release <version> [--dry-run], such as 1.2.0
Then read the diff, commit it and tag the commit.

  --dry-run   checks whether this release is possible, shows the changes, and writes nothing
  --help      shows this`;
const options = { 'dry-run': FLAG, help: HELP };

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const target = path.join(root, file);
  await writeFile(target, change(await readFile(target, 'utf8')));
}

/** The first version in the file is the file's own. */
const withVersion = (pattern: RegExp, version: string) => (text: string) => text.replace(pattern, `$1${version}`);

await runCommandLine(
  { help: usage, read: () => parseArgs({ options, allowPositionals: true }), fail: asMessage },
  async ({ values, positionals }) => {
    const [version, ...others] = positionals;
    if (version === undefined || others.length > 0) throw new Error(usage);
    parseVersion(version);
    const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8');
    const isEmpty = unreleasedOf(changelog).trim() === '';
    // The state directly after a release.
    if (isEmpty && values['dry-run']) return console.log('nothing is unreleased: nothing was written');
    if (isEmpty) throw new Error('nothing stands under "## [Unreleased]" in CHANGELOG.md');
    await assertGenerated();
    const last = await lastRelease();
    const breaks = last ? compareDescriptions(last.description, await currentDescription()) : [];
    if (unannounced(breaks, announcedIn(changelog)).length > 0) {
      throw new Error('CHANGELOG.md does not tell of all breaking changes: npm run tool -- breaking');
    }
    assertNextVersion(version, last?.version, breaks.length > 0);
    if (values['dry-run']) {
      console.log(`${version} may follow ${last?.version ?? 'no release'}, with ${breaks.length} breaking changes`);
      console.log('changed CHANGELOG.md, package.json, package-lock.json, openapi/openapi.yaml, generated/');
      return console.log(`new     openapi/releases/${version}.json\n\nnothing was written`);
    }

    await edit('CHANGELOG.md', (text) => released(text, version, new Date()));
    await edit('package.json', withVersion(/("version": ")[^"]+/, version));
    await edit('package-lock.json', (text) =>
      // Its own version occurs twice: of the file, and of the root among the packages.
      text.replace(/("name": "colophon",\s+"version": ")[^"]+/g, `$1${version}`),
    );
    await edit('openapi/openapi.yaml', withVersion(/(^ {2}version: )\S+/m, version));
    const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/generate/generate.ts'], {
      cwd: root,
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error('npm run generate failed: see its messages above');
    console.log(`kept: ${await keepRelease(version, await currentDescription())}`);
    console.log(`Next: read the diff, then git commit -am "build: release ${version}" && git tag v${version}`);
  },
);
