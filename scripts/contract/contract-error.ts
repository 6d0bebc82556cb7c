import { CommandError } from '../command-line.ts';

/** An error that stops the run, as one line for the person who runs it. */
export class ContractError extends CommandError {
  override readonly name = 'ContractError';
}

/** One request without a response. */
export class NoAnswer extends ContractError {}
