import { readFile } from 'node:fs/promises';
import { CommandError } from '../command-line.ts';

/** An error that stops the run, as one line for the person who runs it. */
export class ContractError extends CommandError {
  override readonly name = 'ContractError';
}

/** The text of a file that an option names. @throws ContractError when it cannot be read */
export const readGivenFile = (option: string, file: string): Promise<string> =>
  readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new ContractError(`${option}: ${file} cannot be read (${code})`);
  });

/** One request without a response. */
export class NoAnswer extends ContractError {}
