// How a mail greets a user. Whoever signs up chooses both the name and the address that is written to, so that the greeting
// must not carry a message of theirs: no addresses of pages, nothing long.
import { oneLine } from '../config/mail-address.ts';

const LONGEST = 60;

/** Name of a user, empty when there is none that can stand in a mail. */
export function greetableName(user: Readonly<Record<string, unknown>>): string {
  const parts = [user['name'], user['surname']].filter((part) => typeof part === 'string');
  const full = oneLine(parts.join(' '));
  // A point between two characters may make an address of a page, and so may what clients take for one; one after an
  // initial does not.
  const plain = full.normalize('NFKC').replaceAll('\u3002', '.');
  return full.length <= LONGEST && !/[/@:<>]|\.\S{2}/u.test(plain) ? full : '';
}
