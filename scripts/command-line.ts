// What all commands of this folder do alike with their arguments.

/** What stops a command, said in one line for the person who runs it. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** Node adds advice about arguments that begin with a dash, which nobody has. @throws CommandError of one line */
export function withoutAdvice<Values>(read: () => Values): Values {
  try {
    return read();
  } catch (error) {
    throw new CommandError(`${(error as Error).message.split(/\.\s|\n/)[0]}: see --help`, { cause: error });
  }
}
