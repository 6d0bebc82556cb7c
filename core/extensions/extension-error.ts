import { fileURLToPath } from 'node:url';

/** An invalid extension, which ends the start. The message is one line: the file and its error. */
export class ExtensionError extends Error {
  override readonly name = 'ExtensionError';

  constructor(file: string, what: string, options?: ErrorOptions) {
    super(`${file}: ${what}`, options);
  }
}

/** Compiler errors list the faults of the source (esbuild). */
interface SourceFault {
  text?: string;
  location?: { line: number; column: number } | null;
}

/** A thrown value as one line. */
export function firstLine(thrown: unknown): string {
  if (!(thrown instanceof Error)) return leadingLine(String(thrown));
  const { errors: [fault] = [] }: Error & { errors?: readonly SourceFault[] } = thrown;
  if (fault?.text) {
    const place = fault.location ? `${fault.location.line}:${fault.location.column}: ` : '';
    return `${thrown.name}: ${place}${leadingLine(fault.text)}`;
  }
  const line = leadingLine(`${thrown.name === 'Error' ? '' : `${thrown.name}: `}${thrown.message}`);
  // Of the package, whose name is 'colophon', or of its part.
  if (!/^Cannot find (?:module|package) 'colophon(?:\/extension)?'/.test(line)) return line;
  return `${line} (install the project where the folder is: npm install ${fileURLToPath(new URL('../..', import.meta.url))})`;
}

/** The first line, with the next one where the first only announces it. */
function leadingLine(text: string): string {
  const [first = '', second = ''] = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return first.endsWith(':') ? `${first} ${second}`.trim() : first;
}
