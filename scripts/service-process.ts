// A temporary service: a process like that of `npm start`, with a separate database and files.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startProgram } from './started-program.ts';

export interface RunningService {
  url: string;
  username: string;
  password: string;
  /** Its environment variables, which name its database and files. */
  env: NodeJS.ProcessEnv;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** @param more additional settings @throws Error with its output, when it does not start */
export async function runService(more: Record<string, string> = {}): Promise<RunningService> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-service-'));
  const account = { username: 'admin', password: 'correct horse battery staple' };
  const none = { MONGODB_URI: undefined, PUBLIC_URL: undefined, REQUIRE_API_KEY: undefined };
  const own = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error', NODE_ENV: 'test' };
  const admin = { ADMIN_USERNAME: account.username, ADMIN_PASSWORD: account.password };
  const settings = { ...none, ...own, ...more, ...admin };
  // In its folder, so that a .env file here does not affect it.
  const command = [process.execPath, path.join(import.meta.dirname, 'start.mjs')];
  const program = startProgram(command, { cwd: folder, settings });
  const stop = async (): Promise<void> => {
    await program.end();
    await rm(folder, { recursive: true, force: true });
  };
  const [, url] = (await program.writes(/^ready on (\S+)$/m)) ?? [];
  if (url !== undefined) return { url, ...account, env: { ...process.env, ...settings }, stop };
  await stop();
  throw new Error(`the service did not start\n${program.output()}`);
}
