// Shared handling of arguments by the commands of this folder.
import { ModelFault } from '../core/model-as-code/model-things.ts';
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

/** Ends a command that has failed. */
export function endWithError(command: string, error: unknown, exitCode = 1): void {
  console.error(linesOf(command, error));
  process.exitCode = exitCode;
}
