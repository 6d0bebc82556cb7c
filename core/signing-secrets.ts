// What JWT_SECRET and JWT_SECRET_PREVIOUS hold: the secret that signs and seals, and those whose work still counts (D680).

/** The first one signs and seals; all of them verify and open. */
export type SigningSecrets = readonly [current: string, ...previous: string[]];

/** What is derived of each secret: the current one signs and seals, all of them verify and open. */
export function derivedFrom<Key>(
  [first, ...previous]: SigningSecrets,
  keyOf: (secret: string) => Key,
): { current: Key; all: readonly Key[] } {
  const current = keyOf(first);
  return { current, all: [current, ...previous.map(keyOf)] };
}
