import { CommandError } from '../command-line.ts';

/** An error that stops the demo, as one line for the person who runs it. */
export class DemoError extends CommandError {
  override readonly name: string = 'DemoError';
}

/** The service returned an error. */
export class RefusedError extends DemoError {
  override readonly name = 'RefusedError';

  constructor(
    readonly status: number,
    readonly detail: string,
  ) {
    super(`${detail} (${status})`);
  }
}
