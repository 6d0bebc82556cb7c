/** An extension that the service does not start with. The message is one line: the file, and what is wrong with it. */
export class ExtensionError extends Error {
  override readonly name = 'ExtensionError';

  constructor(file: string, what: string, options?: ErrorOptions) {
    super(`${file}: ${what}`, options);
  }
}

/** The first line of whatever was thrown. */
export const firstLine = (thrown: unknown): string =>
  (thrown instanceof Error ? `${thrown.name === 'Error' ? '' : `${thrown.name}: `}${thrown.message}` : String(thrown))
    .trim()
    .split('\n')[0] ?? '';
