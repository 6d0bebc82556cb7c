// The servers under test, each a separate process that runs from a bundle as `npm start` does: tsx would add names to
// all functions whenever they are created. The runner reads their figures over IPC.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../../core/disk/make-folder.ts';
import { bundle, root } from '../../bundle/bundle.ts';
import type { Answers, Question } from './child-server.ts';

/** Servers that can be measured. */
const SCRIPTS = ['service', 'floor-express', 'floor-node', 'plain-express', 'bare-express'];
let bundles: Promise<string> | undefined;

/** The folder of the bundles, which is removed when the process ends. */
async function makeBundles(): Promise<string> {
  // Where the packages are found.
  const cache = path.join(root, 'node_modules/.cache/colophon');
  await makeFolder(cache);
  const folder = await mkdtemp(path.join(cache, 'bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const entries = Object.fromEntries(SCRIPTS.map((name) => [name, `scripts/bench/servers/${name}.ts`]));
  await bundle({ entries, folder, movable: false });
  return folder;
}

export interface BenchServer {
  /** The script that it runs. */
  name: string;
  url: string;
  /** One question at a time. */
  send<Q extends Question>(question: Q): Promise<Answers[Q]>;
  stop(): Promise<void>;
}

/**
 * Starts a script of this folder with some settings; resolves when it serves.
 * @param isProfiled it runs from its sources, whose names a profile shows
 */
export async function startServer(
  script: string,
  settings: Record<string, string>,
  isProfiled = false,
): Promise<BenchServer> {
  const env = { ...process.env, ...settings };
  const child = isProfiled
    ? fork(path.join(import.meta.dirname, script), { execArgv: ['--import', 'tsx'], env })
    : fork(path.join(await (bundles ??= makeBundles()), script.replace(/ts$/, 'js')), { execArgv: [], env });
  const port = await nextMessage(child, script);
  return {
    name: script,
    url: `http://127.0.0.1:${String(port)}`,
    async send<Q extends Question>(question: Q) {
      const answer = nextMessage(child, script);
      child.send(question);
      return (await answer) as Answers[Q];
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    },
  };
}

function nextMessage(child: ChildProcess, script: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${script} has ended (${code ?? 'killed'})`));
    child.once('exit', onExit);
    child.once('message', (message: unknown) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });
}
