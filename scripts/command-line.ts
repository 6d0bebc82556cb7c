// Shared handling of arguments by the commands of this folder.
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

/** An error for people: one line, and one for each setting at fault; where it comes from with DEBUG=on. */
export function linesOf(command: string, error: unknown): string {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (process.env['DEBUG'] === 'on') return `${command}: ${stack}`;
  const lines = message.split('\n').slice(0, error instanceof ConfigError ? undefined : 1);
  return lines.map((line) => `${command}: ${line}`).join('\n');
}

/** Ends a command that has failed. */
export function endWithError(command: string, error: unknown, exitCode = 1): void {
  console.error(linesOf(command, error));
  process.exitCode = exitCode;
}
