// How long `npm start` takes until it serves, with a database at hand that it knows.
import path from 'node:path';
import { startProgram } from '../started-program.ts';
import { median } from './measure.ts';

const STARTS = 5;

async function startOnce(settings: Record<string, string>): Promise<number> {
  const root = path.resolve(import.meta.dirname, '../..');
  const started = performance.now();
  const command = [process.execPath, path.join(root, 'scripts/start.mjs')];
  const program = startProgram(command, { cwd: root, settings: { ...settings, PORT: '0' } });
  const ready = await program.writes(/ready on/);
  const took = performance.now() - started;
  await program.end();
  if (!ready) throw new Error(`the service did not start\n${program.output()}`);
  return took / 1000;
}

/** Seconds: the median of some starts, and the shortest. */
export async function readyTime(settings: Record<string, string>): Promise<{ median: number; shortest: number }> {
  const times: number[] = [];
  while (times.length < STARTS) times.push(await startOnce(settings));
  return { median: median(times), shortest: Math.min(...times) };
}
