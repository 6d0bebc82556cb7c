/** Runs the steps of scripts/deploy/Dockerfile in folders, and starts the result (`npm run tool -- image:check`). */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { CommandError, readHelp, runCommandLine, withTrace } from '../command-line.ts';
import { buildStages } from '../deploy/dockerfile.ts';
import { freePort } from '../loopback-server.ts';
import { hasCommand, runCommand } from '../sdk/run-command.ts';
import { startProgram } from '../started-program.ts';

const root = path.resolve(import.meta.dirname, '../..');
const file = path.join(root, 'scripts/deploy/Dockerfile');
const START_MS = 120_000;

const help = `Usage: npm run tool -- image:check

Runs the steps of scripts/deploy/Dockerfile in temporary folders, without Docker. The result is started with the settings of
the image, must pass its health check, and must not write outside of its volume. Its native modules must need no library
that the base image does not have.

  --help      shows this`;

/** Of distroless images with C++: those of glibc and of GCC. */
const LIBRARIES = /^(?:linux-vdso|ld-linux[\w-]*|lib(?:c|m|dl|rt|pthread|resolv|util|gcc_s|stdc\+\+|gomp))\.so/;

/** The rules of a .dockerignore file that has everything left out and then some taken back in. */
async function readLeftOut(): Promise<(name: string) => boolean> {
  const rules = (await readFile(`${file}.dockerignore`, 'utf8')).split('\n').filter((line) => !/^(?:#.*)?$/.test(line));
  const taken = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
  const hidden = rules.filter((rule) => rule.startsWith('**/')).map((rule) => rule.slice(3).replace(/\*$/, ''));
  return (name) => {
    if (name === '') return false;
    const parts = name.split(path.sep);
    return !taken.includes(parts[0] ?? '') || parts.some((part) => hidden.some((start) => part.startsWith(start)));
  };
}

/** Every file of a folder with its size and the time of its last change. */
async function stateOf(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const states = names.sort().map(async (name) => {
    const { size, mtimeMs } = await stat(path.join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });
  return Promise.all(states);
}

/** @throws CommandError */
async function assertLibraries(folder: string): Promise<void> {
  if (!(await hasCommand('ldd', ['--version'])))
    return console.log('image:check: no ldd here, libraries are not checked');
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((each) => /\.(?:node|so(?:\.[\d.]+)?)$/.test(each))) {
    const needed = (await runCommand('ldd', [path.join(folder, name)])).trim().split('\n');
    const foreign = needed
      .map((line) => path.basename(line.trim().split(' ')[0] ?? ''))
      .filter((library) => !LIBRARIES.test(library) && !names.some((each) => path.basename(each) === library));
    if (foreign.length > 0)
      throw new CommandError(`${name} needs ${foreign.join(', ')}, which the base image does not have`);
  }
}

/** Starts the image with a volume. @throws CommandError */
async function serve(image: Awaited<ReturnType<typeof buildStages>>, volume: string): Promise<void> {
  const place = path.join(image.root, image.workFolder);
  const [program = '', ...args] = image.entryPoint;
  const own = {
    ...image.settings,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    DATA_DIR: path.join(volume, 'data'),
    TMPDIR: path.join(volume, 'tmp'),
    JWT_SECRET: randomBytes(32).toString('hex'),
    PUBLIC_URL: 'https://content.example.org',
  };
  await makeFolder(own.TMPDIR);
  const service = startProgram(image.entryPoint, { cwd: place, settings: own });
  try {
    const [check = '', ...checkArgs] = image.healthCheck;
    const until = performance.now() + START_MS;
    const isHealthy = async (): Promise<boolean> =>
      runCommand(check, checkArgs, { env: own, timeout: 20_000 }).then(
        () => true,
        () => false,
      );
    while (!(await isHealthy())) {
      if (service.hasEnded() || performance.now() > until)
        throw new CommandError(`it does not start\n${service.output()}`);
      await sleep(200);
    }
    // A command of the image, as docker run would give it.
    await runCommand(program, [...args, 'verify', '--quick'], { cwd: place, env: own });
  } finally {
    await service.end();
  }
  const code = await service.end();
  if (code !== 0) throw new CommandError(`it ended with ${code}\n${service.output()}`);
}

await runCommandLine({ help, read: readHelp, fail: withTrace('image:check') }, async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-image-'));
  try {
    const image = await buildStages(file, { context: root, left: await readLeftOut(), folder });
    await assertLibraries(image.root);
    const before = await stateOf(image.root);
    await serve(image, path.join(folder, 'volume'));
    const after = await stateOf(image.root);
    const written = after.filter((each) => !before.includes(each));
    if (written.length > 0) throw new CommandError(`it writes into its image: ${written.join(', ')}`);
    console.log('image:check: the steps of the Dockerfile make a service that starts and writes into its volume only');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
