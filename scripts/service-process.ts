// A temporary service: a process like that of `npm start`, with a separate database and files.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const SCRIPT = path.join(import.meta.dirname, 'start.mjs');

export interface RunningService {
  url: string;
  username: string;
  password: string;
  /** Its environment variables, which name its database and files. */
  env: Readonly<Record<string, string | undefined>>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/**
 * @param more additional settings
 * @param script that starts it
 * @throws Error with its output, when it does not start
 */
export async function runService(more: Record<string, string> = {}, script = SCRIPT): Promise<RunningService> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-service-'));
  const account = { username: 'admin', password: 'correct horse battery staple' };
  const { MONGODB_URI: _uri, PUBLIC_URL: _url, REQUIRE_API_KEY: _key, ...env } = process.env;
  const own = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error', NODE_ENV: 'test' };
  const admin = { ADMIN_USERNAME: account.username, ADMIN_PASSWORD: account.password };
  const settings = { ...env, ...own, ...more, ...admin };
  // In its folder, so that a .env file here does not affect it.
  const child = spawn(process.execPath, [script], {
    cwd: folder,
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async (): Promise<void> => {
    process.off('exit', kill);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const url = /^ready on (\S+)$/m.exec(output)?.[1];
        if (url !== undefined) resolve(url);
      });
    child.once('exit', () => reject(new Error(`the service did not start\n${output}`)));
  });
  try {
    return { url: await ready, ...account, env: settings, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
