/** What stops the command, said in one line for the person who runs it. */
export class SdkError extends Error {
  override readonly name = 'SdkError';
}
