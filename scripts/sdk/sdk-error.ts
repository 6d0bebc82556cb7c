import { CommandError } from '../command-line.ts';

/** An error that stops the command, as one line for the person who runs it. */
export class SdkError extends CommandError {
  override readonly name = 'SdkError';
}
