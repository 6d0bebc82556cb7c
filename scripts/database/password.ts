/** Sets the password of a user in the database (`npm run password`). */
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { hasFactor } from '../../core/accounts/factors/second-factor.ts';
import { resetPassword } from '../../core/accounts/passwords/reset-password.ts';
import { findPerson } from '../../core/accounts/person/person.ts';
import { ApiError } from '../../core/errors.ts';
import type { ObjectDocument, Store } from '../../core/store/store.ts';
import { CommandError, FLAG, HELP, inLines, runCommandLine } from '../command-line.ts';
import { withDatabase } from './open-database.ts';
import { withOwnService } from './own-service.ts';
import { promptHidden } from '../prompt-hidden.ts';

const help = `Usage: npm run password -- USER [options]

Sets the password of a user, for example of an administrator who has lost it. USER is a user name or an id. The rules of
passwords apply. All sessions of the user end, and a user with an address is notified by mail.
Without an option the terminal asks for the new password.

  --generate        makes a random one, and shows it once
  --stdin           reads it from the first line of the standard input
  --help            shows this

The database is that of this folder's settings (MONGODB_URI, or the data in DATA_DIR). The service may be running. An entry is
added to the audit trail. The exit code is 0, or 1 when nothing was changed.`;

const options = { generate: FLAG, stdin: FLAG, help: HELP };
const read = () => parseArgs({ options, allowPositionals: true });

interface Request {
  user: string;
  from: 'terminal' | 'generator' | 'stdin';
}

/** @throws CommandError */
function requestOf({ values, positionals }: ReturnType<typeof read>): Request {
  const [user, ...rest] = positionals;
  if (user === undefined || rest.length > 0) throw new CommandError('say whose password, one user: see --help');
  const { generate, stdin } = values;
  if (generate && stdin) throw new CommandError('--generate and --stdin exclude each other: see --help');
  if (generate) return { user, from: 'generator' };
  if (stdin) return { user, from: 'stdin' };
  if (process.stdin.isTTY) return { user, from: 'terminal' };
  throw new CommandError('there is no terminal that could ask for the password: use --generate or --stdin');
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  for await (const line of lines) return line;
  return '';
}

/** @throws CommandError without a password, and for two that differ */
async function obtain({ user, from }: Request): Promise<string> {
  if (from === 'generator') return randomBytes(18).toString('base64url');
  const password = from === 'stdin' ? await firstLine() : await promptHidden(`New password of ${user}: `);
  if (password === '') throw new CommandError('no password was given');
  if (from === 'terminal' && (await promptHidden('The same again: ')) !== password)
    throw new CommandError('the two passwords differ');
  return password;
}

/** `[password.length]: …`, as a line for people. */
function explain(error: unknown, { from }: Request): unknown {
  if (!(error instanceof ApiError)) return error;
  const detail = (error.faults[0]?.detail ?? error.message).replace(/^\[[^\]]*\]: /, '').replace(/\.$/, '');
  const line = from === 'generator' ? `a generated password does not fit: ${detail}` : detail;
  return new CommandError(line, { cause: error });
}

/** Other reasons why the user could not sign in. */
async function obstacles(store: Store, user: ObjectDocument): Promise<string[]> {
  const credential = await store.credentials.findOne({ _id: user._id });
  return [
    ...(user.trashed ? ['the user is in the trash'] : []),
    ...(user['blocked'] === true ? ['the user is blocked'] : []),
    ...(user.status === 'on' ? [] : [`the status of the user is "${user.status}"`]),
    ...(hasFactor(credential)
      ? ['a second factor is asked for as before (npm run tool -- secrets --remove-factor removes it)']
      : []),
  ];
}

await runCommandLine({ help, read, fail: inLines('password') }, async (given) => {
  const request = requestOf(given);
  await withDatabase(async (database) => {
    const person = await findPerson(database.store, request.user);
    if (!person?.account) throw new CommandError(`there is no user "${request.user}"`);
    const password = await obtain(request);
    await withOwnService(database, async ({ services }) => {
      const changed = await resetPassword(services, { userId: person.id, password }).catch((error: unknown) => {
        throw explain(error, request);
      });
      console.log(
        `changed the password of "${String(changed['username'])}" (user ${changed._id}); all sessions have ended`,
      );
      if (request.from === 'generator') console.log(`the password is ${password} (shown only this once)`);
      for (const line of await obstacles(database.store, changed)) console.log(`note: ${line}`);
    });
  });
});
