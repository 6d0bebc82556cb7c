// A program that a script starts, watches and ends; it never outlives the script.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface StartedProgram {
  /** All that it has written so far. */
  output(): string;
  /** The first match of a pattern in its output; undefined when it ends without one. */
  writes(pattern: RegExp): Promise<RegExpExecArray | undefined>;
  hasEnded(): boolean;
  /** Signals it to end, and waits for its end. @returns its exit code, or the signal that has ended it */
  end(): Promise<number | NodeJS.Signals | null>;
}

/** @param settings added to the environment, or taken from it */
export function startProgram(
  [program = '', ...args]: readonly string[],
  { cwd, settings }: { cwd: string; settings: NodeJS.ProcessEnv },
): StartedProgram {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'exit');
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return {
    output: () => output,
    writes: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(output);
          if (found) resolve(found);
        };
        for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
        exit.then(() => resolve(undefined), reject);
        look();
      }),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async end() {
      child.kill('SIGTERM');
      await exit;
      process.off('exit', kill);
      return child.exitCode ?? child.signalCode;
    },
  };
}
