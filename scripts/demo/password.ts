// The password: from an option or setting, else from the terminal.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { DemoError } from './demo-error.ts';
import type { DemoOptions } from './options.ts';

/** @throws DemoError without a password or a terminal */
export async function obtainPassword({ username, password }: DemoOptions): Promise<string> {
  const given = password ?? (process.stdin.isTTY ? await prompt(`Password of ${username}: `) : '');
  if (given) return given;
  throw new DemoError(
    'there is no password: give it as DEMO_PASSWORD in the environment or in .env, or with --password' +
      ' (npm start shows a generated one at its first start; ADMIN_PASSWORD goes to this machine only)',
  );
}

/** Reads a hidden line: readline echoes into a stream that discards it. */
async function prompt(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      // Ctrl-C and Ctrl-D.
      lines.once('close', () => reject(new DemoError('no password was given')));
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
