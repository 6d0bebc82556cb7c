// E-mail addresses for a mail server: they cannot end a header or a command, or name a second recipient.

const LOCAL = /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}$/u;
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])?';
/** A name, or an IP address in brackets. */
const DOMAIN = new RegExp(`^(?:${LABEL}(?:\\.${LABEL})*|\\[[\\da-fIPv.:]{3,60}\\])$`, 'u');

export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  return text.length <= 254 && LOCAL.test(text.slice(0, Math.max(at, 0))) && DOMAIN.test(text.slice(at + 1));
}

/** Text for a header, or for one line of a mail: no control characters, one line. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
