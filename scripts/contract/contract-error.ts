import { CommandError } from '../command-line.ts';

/** What stops the run, said in one line for the person who runs it. */
export class ContractError extends CommandError {
  override readonly name = 'ContractError';
}
