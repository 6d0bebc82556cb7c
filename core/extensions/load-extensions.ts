// Finds and loads the extensions of a project: the modules in one folder, in the order of their names. They run as code
// of the service, so they are never loaded from folders with files of clients (D312).
import { readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ERROR_CODES } from '../errors.ts';
import { withPackage } from '../optional-package.ts';
import { isNode, type Node } from '../description/openapi-document.ts';
import type { Extension } from './extension.ts';
import { ExtensionError, firstLine } from './extension-error.ts';
import { assertSchedules } from './extension-schedules.ts';
import { asError, hasCode, isRecord, memberOf } from '../values.ts';

export interface LoadedExtension {
  /** Its name in messages: `extensions/greetings.ts`. */
  file: string;
  extension: Extension;
  /** Its parsed description. */
  openapi: Node | undefined;
}

export interface ExtensionsFolder {
  folder: string;
  /** Whether a missing folder makes the start fail: it was configured. */
  required: boolean;
  /** Folders with files of clients. */
  kept: readonly string[];
}

const MODULE = /^[^._].*\.(?:ts|mts|js|mjs)$/;
const NO_MODULE = /\.(?:d|test|spec)\.m?ts$|\.(?:test|spec)\.m?js$/;
const NAME = /^[a-z][a-z0-9-]{0,49}$/;
const CODE = /^[a-z][a-z0-9_]{0,63}$/;
const STATUSES: readonly unknown[] = [400, 402, 403, 404, 409, 410, 422, 423, 451];

const MEMBERS: ReadonlySet<string> = new Set([
  'name',
  'openapi',
  'errors',
  'endpoints',
  'operations',
  'jobs',
  'schedules',
  'before',
  'after',
  'on',
]);
const EVENTS: ReadonlySet<string> = new Set(['publication', 'object', 'durable']);

async function moduleNames({ folder, required }: ExtensionsFolder): Promise<string[]> {
  try {
    const names = (await readdir(folder)).filter((name) => MODULE.test(name) && !NO_MODULE.test(name));
    return names.sort((a, b) => (a < b ? -1 : 1));
  } catch (error) {
    const isMissing = hasCode(error, 'ENOENT');
    if (isMissing && !required) return [];
    const what = isMissing ? `there is no folder ${folder}` : asError(error).message;
    throw new Error(`EXTENSIONS_DIR: ${what}`, { cause: error });
  }
}

/** An uploaded file must never run as code, nor one behind a symbolic link. */
async function assertApart(file: string, kept: readonly string[]): Promise<void> {
  const place = await realpath(file);
  for (const folder of kept) {
    const real = await realpath(folder).catch(() => path.resolve(folder));
    if (place.startsWith(`${real}${path.sep}`)) {
      throw new ExtensionError(file, `it lies in ${folder}, where files are stored: code is not loaded from there`);
    }
  }
}

const isFunctions = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && Object.values(value).every((each) => typeof each === 'function');

function assertErrors(file: string, errors: unknown): void {
  for (const [code, kind] of Object.entries(errors ?? {})) {
    if (!CODE.test(code)) throw new ExtensionError(file, `the code "${code}" of errors must match ${CODE.source}`);
    if (Object.hasOwn(ERROR_CODES, code)) throw new ExtensionError(file, `"${code}" is an error of the service itself`);
    if (!STATUSES.includes(kind?.['status'])) {
      throw new ExtensionError(file, `the status of "${code}" is one of ${STATUSES.join(', ')}`);
    }
    if (typeof kind?.['title'] !== 'string') throw new ExtensionError(file, `the error "${code}" has no title`);
    const odd = ['when', 'remedy'].find((name) => !['string', 'undefined'].includes(typeof kind[name]));
    if (odd) throw new ExtensionError(file, `"${odd}" of the error "${code}" is not a text`);
  }
}

/** @throws ExtensionError for an object that `defineExtension` would not compile with */
function assertExtension(file: string, value: unknown): asserts value is Extension {
  if (!isRecord(value)) throw new ExtensionError(file, 'it has no default export made by defineExtension');
  const extension = value;
  if (typeof extension['name'] !== 'string' || !NAME.test(extension['name'])) {
    throw new ExtensionError(file, `its name must match ${NAME.source}`);
  }
  const unknown = Object.keys(extension).find((member) => !MEMBERS.has(member));
  if (unknown) throw new ExtensionError(file, `"${unknown}" is not one of ${[...MEMBERS].join(', ')}`);
  for (const member of ['operations', 'jobs', 'before', 'after', 'on']) {
    if (extension[member] !== undefined && !isFunctions(extension[member])) {
      throw new ExtensionError(file, `"${member}" holds a value that is not a function`);
    }
  }
  const event = Object.keys(extension['on'] ?? {}).find((name) => !EVENTS.has(name));
  if (event) throw new ExtensionError(file, `"on" knows ${[...EVENTS].join(', ')}, not "${event}"`);
  const job = Object.keys(extension['jobs'] ?? {}).find((name) => !NAME.test(name));
  if (job !== undefined) throw new ExtensionError(file, `the name "${job}" of a job must match ${NAME.source}`);
  assertErrors(file, extension['errors']);
}

function plainNode(value: object): Node {
  const node: unknown = JSON.parse(JSON.stringify(value));
  return isNode(node) ? node : {};
}

/** YAML or JSON; parsed when the extension is loaded, by a parser that the start needs for this only. */
async function readDescription(file: string, openapi: string | object): Promise<Node> {
  if (typeof openapi !== 'string') return plainNode(openapi);
  const source = path.resolve(path.dirname(file), openapi);
  try {
    const { parse } = await import('yaml');
    const found: unknown = parse(await readFile(source, 'utf8'));
    if (!isNode(found)) throw new Error('it is not an object');
    // References in YAML become separate plain data.
    return plainNode(found);
  } catch (error) {
    throw new ExtensionError(file, `${openapi} cannot be read: ${firstLine(error)}`, { cause: error });
  }
}

/** The sources of the service run through tsx, its bundle does not. */
const isBundled = !import.meta.filename.endsWith('.ts');
let typeScript: Promise<void> | undefined;

async function registerTypeScript(): Promise<void> {
  const [esm, cjs] = await Promise.all([import('tsx/esm/api'), import('tsx/cjs/api')]);
  esm.register();
  cjs.register();
}

/** From now on this process loads TypeScript, which modules in JavaScript may import as well. */
async function loadTypeScript(file: string): Promise<void> {
  if (!isBundled) return;
  typeScript ??= withPackage('tsx', registerTypeScript);
  await (file.endsWith('ts') ? typeScript : typeScript.catch(() => undefined));
}

/** An ES module that was compiled to CommonJS has its own default export in that of CommonJS. */
function defaultExport(module: { default?: unknown }): unknown {
  const { default: found } = module;
  return memberOf(found, '__esModule') === true ? memberOf(found, 'default') : found;
}

async function load(file: string, kept: readonly string[]): Promise<LoadedExtension> {
  await assertApart(file, kept);
  let module: { default?: unknown };
  try {
    await loadTypeScript(file);
    module = await import(pathToFileURL(file).href);
  } catch (error) {
    throw new ExtensionError(file, `it cannot be loaded: ${firstLine(error)}`, { cause: error });
  }
  const extension = defaultExport(module);
  assertExtension(file, extension);
  await assertSchedules(file, extension.schedules);
  const openapi = extension.openapi === undefined ? undefined : await readDescription(file, extension.openapi);
  return { file, extension, openapi };
}

/** @throws ExtensionError, or Error when the configured folder is missing; both of one line */
export async function loadExtensions(options: ExtensionsFolder): Promise<LoadedExtension[]> {
  const loaded: LoadedExtension[] = [];
  for (const name of await moduleNames(options)) {
    const next = await load(path.join(options.folder, name), options.kept);
    const other = loaded.find(({ extension }) => extension.name === next.extension.name);
    if (other) throw new ExtensionError(next.file, `${other.file} has the name "${other.extension.name}" already`);
    loaded.push(next);
  }
  return loaded;
}
