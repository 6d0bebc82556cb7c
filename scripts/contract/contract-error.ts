/** What stops the run, said in one line for the person who runs it. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}
