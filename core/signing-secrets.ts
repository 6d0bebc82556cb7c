// The secrets in JWT_SECRET and JWT_SECRET_PREVIOUS: the one that signs and seals, and previous ones that still verify
// and open (D680).

/** The first one signs and seals; all of them verify and open. */
export type SigningSecrets = readonly [current: string, ...previous: string[]];

/** Keys derived from each secret: the current one signs and seals, all of them verify and open. */
export function derivedFrom<Key>(
  [first, ...previous]: SigningSecrets,
  keyOf: (secret: string) => Key,
): { current: Key; all: readonly Key[] } {
  const current = keyOf(first);
  return { current, all: [current, ...previous.map(keyOf)] };
}
