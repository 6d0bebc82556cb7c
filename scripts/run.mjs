// Runs a command of scripts/commands.mjs by its name, after the dependencies were installed if they are missing or out of date.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { calledAs, COMMANDS, TOPICS } from './commands.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (...names) => JSON.parse(readFileSync(path.join(root, ...names), 'utf8'));

const [name, ...args] = process.argv.slice(2);
const isCommand = name !== undefined && Object.hasOwn(COMMANDS, name);
if (isCommand) await run(name, args);
else if (name === 'help' && args[0] !== undefined && Object.hasOwn(COMMANDS, args[0])) await run(args[0], ['--help']);
else if (name === 'help' || name === undefined || name === '--help') showHelp();
else {
  console.error(`colophon: no such command: ${name}: see npm run help`);
  process.exitCode = 2;
}

function showHelp() {
  const { scripts } = read('package.json');
  console.log(`Every command takes --help. What follows its name goes behind "--": npm run bench -- --quick\n`);
  for (const [topic, commands] of Object.entries(TOPICS)) {
    console.log(topic);
    for (const [name, { does }] of Object.entries(commands))
      console.log(`  ${calledAs(name, scripts).padEnd(35)} ${does}`);
    console.log('');
  }
}

async function run(name, given) {
  const { file, args = [], needsTools = true } = COMMANDS[name];
  ensureDependencies(needsTools);
  const all = [...args, ...given];
  if (!/\.(ts|mjs)$/.test(file)) return runProgram(file, all);
  // As if the script had been called by itself.
  const script = path.join(root, 'scripts', file);
  process.argv.splice(1, Infinity, script, ...all);
  if (file.endsWith('.ts')) await import('tsx');
  await import(pathToFileURL(script).href);
}

/** The program of a package, which is found where npm has installed it. */
function runProgram(program, args) {
  const place = path.join(root, 'node_modules/.bin', program);
  const child = spawn(place, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`colophon: ${program} cannot be run: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('close', (code, signal) => (process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)));
}
