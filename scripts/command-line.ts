// Shared handling of arguments by the commands of this folder.
import { parseArgs } from 'node:util';
import { ModelFault } from '../core/model-as-code/model-fault.ts';
import { ConfigError } from '../core/config/stored-secret.ts';

/** An error that stops a command, as one line for the person who runs it. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** Node appends irrelevant advice about arguments that begin with a dash. @throws CommandError of one line */
export function withoutAdvice<Values>(read: () => Values): Values {
  try {
    return read();
  } catch (error) {
    throw new CommandError(`${(error as Error).message.split(/\.\s|\n/)[0]}: see --help`, { cause: error });
  }
}

/** The value of an option, or the default of a missing one. @throws CommandError */
export function wholeNumber(option: string, text: string | undefined, otherwise?: number): number {
  if (text === undefined && otherwise !== undefined) return otherwise;
  if (text !== undefined && /^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CommandError(`--${option} takes a whole number from 1 to 999999999: see --help`);
}

/** An error for people: one line, and one for each setting or model file at fault; where it comes from with DEBUG=on. */
export function linesOf(command: string, error: unknown): string {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (process.env['DEBUG'] === 'on') return `${command}: ${stack}`;
  const lines = message
    .split('\n')
    .slice(0, error instanceof ConfigError || error instanceof ModelFault ? undefined : 1);
  return lines.map((line) => `${command}: ${line}`).join('\n');
}

/** Options that many commands have, for `parseArgs`. */
export const TEXT = { type: 'string' } as const;
export const FLAG = { type: 'boolean' } as const;
export const HELP = { type: 'boolean', short: 'h' } as const;

export const readHelp = () => parseArgs({ options: { help: HELP } });
export const readPositionals = () => parseArgs({ options: { help: HELP }, allowPositionals: true });

/** Shows why a command has failed, and sets its exit code. */
type Fail = (error: unknown) => void;

function end(shown: unknown, exitCode: number): void {
  console.error(shown);
  process.exitCode = exitCode;
}

/** For people who run a service. */
export const inLines =
  (command: string, exitCode = 1): Fail =>
  (error) =>
    end(linesOf(command, error), exitCode);

/** For developers: what they are not told about in words has its stack trace. */
export const withTrace =
  (command: string, exitCode = 1): Fail =>
  (error) =>
    end(error instanceof CommandError ? `${command}: ${error.message}` : error, exitCode);

/** For developers: the message alone. */
export const asMessage: Fail = (error) => end(error instanceof Error ? error.message : error, 1);

interface CommandLine<Given> {
  help: string;
  /** Such as `() => parseArgs({ options })`. */
  read: () => Given;
  fail: Fail;
}

/** Does the work of a command, or shows its help. */
export async function runCommandLine<Given extends { values: { help?: boolean | undefined } }>(
  { help, read, fail }: CommandLine<Given>,
  work: (given: Given) => void | Promise<void>,
): Promise<void> {
  try {
    const given = withoutAdvice(read);
    if (given.values.help) console.log(help);
    else await work(given);
  } catch (error) {
    fail(error);
  }
}
