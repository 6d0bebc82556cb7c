#!/usr/bin/env node
// `npm create colophon FOLDER`: the beginning of a project with a model, an extension and a test. Plain Node without packages.
import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = path.dirname(fileURLToPath(import.meta.url));
/** No tool of this package, nor npm, takes the files of the template for its own. */
const SUFFIX = '.tmpl';

const help = `Usage: npm create colophon FOLDER [-- --colophon PACKAGE]

Makes a project in FOLDER, which is new or empty: a model (two types and a relation), an extension (an operation, hooks, a
listener, a job and a schedule), a test of them, settings, scripts and a compose file.

  --colophon   what npm installs as colophon: a version, or the file of a package; default: this version
  --help       shows this`;

class Refusal extends Error {}

function readRequest() {
  const options = { colophon: { type: 'string' }, help: { type: 'boolean', short: 'h' } };
  let read;
  try {
    read = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Refusal(`${error.message.split('. ')[0]}: see --help`);
  }
  const { values, positionals } = read;
  if (values.help) return undefined;
  if (positionals.length !== 1 || positionals[0] === '') throw new Refusal('name one folder, new or empty: see --help');
  return { folder: path.resolve(positionals[0]), colophon: values.colophon };
}

/** @throws Refusal unless it is new or empty */
async function assertEmpty(folder) {
  try {
    const names = await readdir(folder);
    if (names.length > 0)
      throw new Refusal(`${folder} is not empty (${names.slice(0, 3).join(', ')}): name another folder`);
  } catch (error) {
    if (error.code === 'ENOTDIR') throw new Refusal(`${folder} is a file: name a folder`);
    if (error.code !== 'ENOENT') throw error;
  }
}

/** A name that npm takes. */
const packageName = (folder) =>
  path
    .basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'my-project';

async function writeProject({ folder, colophon }) {
  const { version } = JSON.parse(await readFile(path.join(here, 'package.json'), 'utf8'));
  await mkdir(folder, { recursive: true });
  await cp(path.join(here, 'template'), folder, { recursive: true });
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const { name, parentPath, path: place } of files.filter((each) => each.isFile())) {
    const file = path.join(parentPath ?? place, name);
    const text = await readFile(file, 'utf8');
    const filled = text.replaceAll('{{name}}', packageName(folder)).replaceAll('{{colophon}}', colophon ?? version);
    await writeFile(file, filled);
    await rename(file, file.slice(0, -SUFFIX.length));
  }
}

async function main() {
  const request = readRequest();
  if (!request) return console.log(help);
  await assertEmpty(request.folder);
  await writeProject(request);
  const shown = path.relative(process.cwd(), request.folder) || '.';
  console.log(`A project is in ${shown}. Next:\n\n  cd ${shown}\n  npm install\n  npm test\n  npm run dev`);
}

await main().catch((error) => {
  console.error(`create-colophon: ${error.message}`);
  if (!(error instanceof Refusal) && error.code === undefined) throw error;
  process.exitCode = 1;
});
