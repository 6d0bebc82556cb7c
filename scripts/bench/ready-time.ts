// How long `npm start` takes until it serves, with a database at hand that it knows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const STARTS = 5;

async function startOnce(settings: Record<string, string>): Promise<number> {
  const script = path.resolve(import.meta.dirname, '../start.mjs');
  const started = performance.now();
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...settings, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  let took: number | undefined;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    if (took !== undefined || !chunk.toString().includes('ready on')) continue;
    took = performance.now() - started;
    child.kill();
  }
  await exit;
  if (took === undefined) throw new Error('the service did not start');
  return took / 1000;
}

/** Seconds: the median of some starts, and the shortest. */
export async function readyTime(settings: Record<string, string>): Promise<{ median: number; shortest: number }> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) times.push(await startOnce(settings));
  times.sort((a, b) => a - b);
  return { median: times[STARTS >> 1] ?? NaN, shortest: times[0] ?? NaN };
}
