// The greeting of a mail. People who sign up choose both the name and the address, so that the greeting must not carry a
// message: no URLs, no long text.
import { oneLine } from '../config/mail-address.ts';

const LONGEST = 60;

/** Name of a user, empty when it is not suitable for a mail. */
export function greetableName(user: Readonly<Record<string, unknown>>): string {
  const parts = [user['name'], user['surname']].filter((part) => typeof part === 'string');
  const full = oneLine(parts.join(' '));
  // Mail clients may treat text with a dot between two characters as a URL; a dot after an initial is safe.
  const plain = full.normalize('NFKC').replaceAll('\u3002', '.');
  return full.length <= LONGEST && !/[/@:<>]|\.\S{2}/u.test(plain) ? full : '';
}
