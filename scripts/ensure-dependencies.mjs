// Installs the dependencies when they are missing or not those of package-lock.json, before each command (scripts/run.mjs). The
// packages that a running service has loaded stay as they are (D862). Plain Node without packages: it runs when there are none
// yet. Says nothing when nothing is to be done.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath } from 'node:url';
import { runningServices } from './running-services.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const oldestNode = [20, 19];

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureDependencies(true);

/** @param {boolean} needsTools false for commands that run without the development tools, as `npm ci --omit=dev` leaves it */
export function ensureDependencies(needsTools) {
  checkNodeVersion();
  const reason = reasonToInstall(needsTools);
  if (reason && isLinked()) {
    // npm would empty the folder that others use.
    fail(`${reason.text}, and node_modules is a link: install where it leads, or remove it`);
  }
  const [running] = reason && !reason.isAddition ? runningServices(root) : [];
  if (running !== undefined) fail(`${reason.text}, and a service runs with them (process ${running}): stop it first`);
  if (reason) install(reason, needsTools);
}

function checkNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  fail(`Node ${oldestNode.join('.')} or later is needed, this is ${process.versions.node}: see https://nodejs.org`);
}

/** What npm itself has noted about the installed packages is compared, so that its own runs count too. */
function reasonToInstall(needsTools) {
  const wanted = readJson('package-lock.json');
  const installed = readJson('node_modules/.package-lock.json');
  if (!installed) return { text: 'the dependencies are missing', command: ['ci'] };
  if (!wanted || isLockBehind(wanted)) return { text: 'package.json has changed', command: ['install'] };
  // npm notes no root.
  const places = Object.entries(wanted.packages).filter(([place]) => place !== '');
  const isRight = ([place, entry], mayBeMissing) => {
    const present = installed.packages[place];
    if (!present) return mayBeMissing(entry);
    return present.version === entry.version && present.integrity === entry.integrity;
  };
  // npm leaves out what is optional and for other machines.
  const mayMiss = (entry) => entry.optional || entry.devOptional || entry.dev;
  if (!places.filter(([, { dev }]) => !dev).every((each) => isRight(each, mayMiss)))
    return { text: 'the dependencies are out of date', command: ['ci'] };
  const areToolsRight = places.every((each) => isRight(each, (entry) => entry.optional || entry.devOptional));
  if (!needsTools || (areToolsRight && packagesAreThere(wanted))) return undefined;
  // `npm ci` would remove and write all of them again; this adds the missing ones.
  return { text: 'the development tools are missing', command: ['install', '--no-save'], isAddition: true };
}

/** Copies of the project by hard links share npm's note, also of packages that only one of them has. */
function packagesAreThere({ packages }) {
  const { dependencies = {}, devDependencies = {} } = packages[''] ?? {};
  const names = Object.keys({ ...dependencies, ...devDependencies });
  return names.every((name) => existsSync(new URL(`../node_modules/${name}`, import.meta.url)));
}

function isLinked() {
  return lstatSync(new URL('../node_modules', import.meta.url), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function isLockBehind(lock) {
  const manifest = readJson('package.json');
  const root = lock.packages[''];
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].some(
    (kind) => !isDeepStrictEqual(manifest[kind] ?? {}, root[kind] ?? {}),
  );
}

/** `npm ci` takes exactly what the lock file says, and refuses one that package.json has left behind. */
function install({ text, command }, needsTools) {
  const shown = `npm ${command.join(' ')}`;
  console.error(`colophon: ${text}, running ${shown} ...`);
  const started = Date.now();
  const args = [...command, '--no-audit', '--no-fund', needsTools ? '--include=dev' : '--omit=dev'];
  // npm says where it is itself, when it is what runs this.
  const npm = process.env.npm_execpath;
  // On stderr, as stdout is for what the script itself says.
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  const { status, error } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (error) fail(`npm cannot be run (${error.message}): run "${shown}" by hand`);
  if (status !== 0) fail(`${shown} failed: see its messages above`);
  console.error(`colophon: dependencies installed in ${Math.round((Date.now() - started) / 1000)} s`);
}

/** @param {string} name a file of the project; undefined when it is missing or no JSON */
function readJson(name) {
  try {
    return JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} message */
function fail(message) {
  console.error(`colophon: ${message}`);
  process.exit(1);
}
