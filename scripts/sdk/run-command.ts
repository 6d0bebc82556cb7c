// Runs the programs that generate, compile and test clients, and ends them when the command itself is ended.
import { spawn, type ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Programs in Java run here for seconds: their second compiler takes half of the time and gives nothing back. */
const SHORT_JAVA = { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' };

export interface CommandOptions {
  cwd?: string;
  /** Added to the environment. */
  env?: Readonly<Record<string, string>>;
  /** Milliseconds, half an hour by default: compilers wait for a busy machine. */
  timeout?: number;
}

/**
 * @returns stdout and stderr as one text. @throws Error with it, when the program is missing, fails or exceeds its time limit
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  { cwd, env = {}, timeout = 1_800_000 }: CommandOptions = {},
): Promise<string> {
  const output: string[] = [];
  const child = spawn(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...SHORT_JAVA, ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  try {
    const end = await new Promise<string | number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve(signal ?? code));
    });
    if (end !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${end}\n${output.join('')}`);
    return output.join('');
  } finally {
    clearTimeout(timer);
    running.delete(child);
  }
}

/** Whether a program exists and runs, such as `hasCommand('go', ['version'])`. */
export const hasCommand = (command: string, args: readonly string[]): Promise<boolean> =>
  runCommand(command, args, { timeout: 30_000 }).then(
    () => true,
    () => false,
  );
