// Passwords on a terminal.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError } from './command-line.ts';

/** Reads a hidden line: readline echoes into a stream that discards it. @throws CommandError without a line */
export async function promptHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      // Ctrl-C and Ctrl-D.
      lines.once('close', () => reject(new CommandError('no password was given')));
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
