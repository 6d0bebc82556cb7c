// The servers under test, each a process of its own. The runner asks them about themselves over IPC.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Answers, Question } from './child-server.ts';

export interface BenchServer {
  /** The script that it runs. */
  name: string;
  url: string;
  /** One question at a time. */
  ask<Q extends Question>(question: Q): Promise<Answers[Q]>;
  stop(): Promise<void>;
}

/** Starts a script of this folder with some settings; resolves when it serves. */
export async function startServer(script: string, settings: Record<string, string>): Promise<BenchServer> {
  const child = fork(path.join(import.meta.dirname, script), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...settings },
  });
  const port = await nextMessage(child, script);
  return {
    name: script,
    url: `http://127.0.0.1:${String(port)}`,
    async ask<Q extends Question>(question: Q) {
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
