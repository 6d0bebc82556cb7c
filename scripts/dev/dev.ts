/**
 * Runs the service for development (`npm run dev`): restarts it when its code or the project's own changes, and generates again
 * when the description does. The database keeps running, so that a restart takes well under a second.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../core/config/config.ts';
import { startEmbeddedServer, type EmbeddedServer } from '../../core/store/mongod/embedded-server.ts';
import { withoutAdvice } from '../command-line.ts';
import { watchFiles } from './watch-files.ts';
import { loadEnvFile } from '../env-file.ts';
import { noteRunning } from '../running-services.mjs';

const root = path.join(import.meta.dirname, '../..');
const watchedFolders = ['openapi', 'handlers', 'core', 'scripts'];
/** Editors save in several steps. */
const quietMs = 150;

let database: EmbeddedServer | undefined;
let service: ChildProcess | undefined;
let isStopping = false;
const changed = new Set<string>();
let isWorking = false;
let timer: NodeJS.Timeout | undefined;

const help = `Usage: npm run dev

Runs the service while it is worked on: restarts it when its code changes, and generates again when openapi/ does.
Settings are those of npm start (npm start -- --help); DEBUG is on unless it is set.

  --help      shows this`;

process.on('SIGINT', () => void stop(0)).on('SIGTERM', () => void stop(0));
main(process.argv.slice(2)).catch((error: Error) => {
  say(error.message);
  void stop(1);
});

async function main(args: string[]): Promise<void> {
  const options = { help: { type: 'boolean', short: 'h' } } as const;
  if (withoutAdvice(() => parseArgs({ args, options })).values.help) return console.log(help);
  noteRunning(root);
  loadEnvFile();
  const config = readConfig(process.env);
  if (config.mongodbUri === undefined) {
    const { dataDir, mongodPath: mongod } = config;
    database = await startEmbeddedServer({ dataDir, mongod, onProgress: say, onUnexpectedExit: say });
    process.env['MONGODB_URI'] = database.uri;
  }
  const extensions = path.resolve(config.extensionsDir ?? 'extensions');
  const ownFolders = [extensions, ...(config.model === undefined ? [] : [config.model])];
  watchFiles([...watchedFolders.map((folder) => path.join(root, folder)), ...ownFolders], noteChange);
  const own = ownFolders.filter((folder) => existsSync(folder)).map((folder) => ` ${folder}/`);
  say(`watching ${watchedFolders.map((folder) => `${folder}/`).join(' ')}${own.join('')}`);
  service = startService();
}

/** Those of the project by their path in it. */
function noteChange(file: string): void {
  const within = path.relative(root, file);
  changed.add(within.startsWith('..') ? file : within);
  clearTimeout(timer);
  timer = setTimeout(() => void applyChanges(), quietMs);
}

async function applyChanges(): Promise<void> {
  if (isWorking || changed.size === 0 || isStopping) return;
  isWorking = true;
  const files = [...changed];
  changed.clear();
  say(`${files.slice(0, 3).join(', ')}${files.length > 3 ? ` and ${files.length - 3} more` : ''} changed`);
  const isDescription = files.some((file) => file.startsWith(`openapi${path.sep}`));
  if (!isDescription || (await generate())) await restartService();
  isWorking = false;
  await applyChanges();
}

async function generate(): Promise<boolean> {
  say('generating');
  const code = await ended(spawn('npm', ['run', '--silent', 'generate'], { cwd: root, stdio: 'inherit' }));
  if (code !== 0) say('generating failed; the service runs on as it was');
  return code === 0;
}

async function restartService(): Promise<void> {
  say('restarting');
  await stopService();
  if (!isStopping) service = startService();
}

function startService(): ChildProcess {
  const script = path.join(root, 'scripts', 'start.ts');
  // Developers need the stack trace.
  const env = { ...process.env, DEBUG: process.env['DEBUG'] ?? 'on' };
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script], { stdio: 'inherit', env });
  child.once('exit', (code) => {
    if (child !== service || isStopping || isWorking) return;
    say(`the service has ended (${code ?? 'killed'}); it starts again after the next change`);
  });
  return child;
}

async function stopService(): Promise<void> {
  if (!service || service.exitCode !== null || service.signalCode !== null) return;
  const end = ended(service);
  service.kill('SIGTERM');
  await end;
}

async function stop(exitCode: number): Promise<void> {
  // The service handles a second signal; here Ctrl-C and npm's copy of it are one.
  if (isStopping) return;
  isStopping = true;
  await stopService();
  await database?.stop();
  process.exit(exitCode);
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', resolve).once('error', () => resolve(null));
  });
}

function say(line: string): void {
  console.error(`dev: ${line}`);
}
