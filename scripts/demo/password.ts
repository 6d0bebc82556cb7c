// The password: from an option or setting, else from the terminal.
import { promptHidden } from '../prompt-hidden.ts';
import { DemoError } from './demo-error.ts';
import type { DemoOptions } from './options.ts';

/** @throws CommandError without a password or a terminal */
export async function obtainPassword({ username, password }: DemoOptions): Promise<string> {
  const given = password ?? (process.stdin.isTTY ? await promptHidden(`Password of ${username}: `) : '');
  if (given) return given;
  throw new DemoError(
    'there is no password: give it as DEMO_PASSWORD in the environment or in .env, or with --password' +
      ' (npm start shows a generated one at its first start; ADMIN_PASSWORD goes to this machine only)',
  );
}
