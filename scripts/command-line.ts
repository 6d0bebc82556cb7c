// Shared handling of arguments by the commands of this folder.

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

/** Ends a command that has failed with one line for people; where it comes from with DEBUG=on. */
export function endWithError(command: string, error: unknown, exitCode = 1): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  console.error(`${command}: ${process.env['DEBUG'] === 'on' ? stack : message.split('\n')[0]}`);
  process.exitCode = exitCode;
}
