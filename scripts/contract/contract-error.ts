/** What stops the run, said in one line for the person who runs it. */
export class ContractError extends Error {
  override readonly name: string = 'ContractError';
}

/** The command line cannot be used. */
export class UsageError extends ContractError {
  override readonly name = 'UsageError';
}
