// One process of the service on a separate port, which can be killed, stopped and started again.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '../loopback-server.ts';

const START = path.resolve(import.meta.dirname, '../start.mjs');
const READY_MS = 60_000;

export interface FaultyService {
  name: string;
  url: string;
  signal(name: NodeJS.Signals): void;
  /** @param settings of this start only, beside its own */
  restart(settings?: Record<string, string>): Promise<void>;
  /** By `performance.now()`: when a fault of this process has last begun or ended. */
  disturbed: { from: number; to: number };
  stop(): Promise<void>;
}

export async function startService(name: string, settings: Record<string, string>): Promise<FaultyService> {
  const port = await freePort();
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings, PORT: String(port) };
  let child: ChildProcess;

  async function start(others: Record<string, string> = {}): Promise<void> {
    child = spawn(process.execPath, [START], { env: { ...env, ...others }, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)));
    const ready = new Promise<void>((resolve) => {
      child.stdout?.on('data', (chunk: Buffer) => chunk.toString().includes('ready on') && resolve());
    });
    const ended = once(child, 'close').then(() => Promise.reject(new Error(`${name} has ended: ${said}`)));
    ended.catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${name} is not ready: ${said}`)), READY_MS);
    });
    await Promise.race([ready, ended, late]).finally(() => clearTimeout(timer));
  }

  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await start();
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    signal: (signal) => void child.kill(signal),
    async restart(others) {
      if (!hasEnded()) await once(child, 'exit');
      await start(others);
    },
    disturbed: { from: -1, to: -1 },
    async stop() {
      if (hasEnded()) return;
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
