import { CommandError } from '../command-line.ts';

/** What stops the making of a client, said in one line for the person who runs it. */
export class SdkError extends CommandError {
  override readonly name = 'SdkError';
}
