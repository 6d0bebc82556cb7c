// Runs scripts/start.ts from a bundle, which loads in half the time that its hundreds of modules take. The bundle is made again
// when a file has changed; where none can be written, the sources run as they are.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { noteRunning } from './running-services.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
// Copies of the project may share their packages.
const copy = createHash('sha256').update(root).digest('hex').slice(0, 12);
const list = path.join(root, 'node_modules/.cache/colophon', copy, 'start.json');

noteRunning(root);
// Lines of the sources in stack traces.
process.setSourceMapsEnabled(true);
const entry = bundleAtHand() ?? (await newBundle());
// Node 22 and later keep what they compile: a start takes a tenth less of the processor. It is removed with the bundle.
if (entry !== undefined) module.enableCompileCache?.(path.join(path.dirname(entry), 'compiled'));
await import(entry === undefined ? './start.ts' : pathToFileURL(entry).href);

/** @returns the module to start with; undefined when there is none, or one of other files */
function bundleAtHand() {
  try {
    const { entry, files } = JSON.parse(readFileSync(list, 'utf8'));
    statSync(entry);
    return Object.entries(files).every(([file, stamp]) => stampOf(path.join(root, file)) === stamp) ? entry : undefined;
  } catch {
    return undefined;
  }
}

async function newBundle() {
  await import('tsx');
  const { makeStartBundle } = await import('./bundle/start-bundle.ts');
  return makeStartBundle(list, stampOf).catch(() => undefined);
}

/** @param {string} file */
function stampOf(file) {
  const { mtimeMs, size } = statSync(file);
  return `${mtimeMs} ${size}`;
}
