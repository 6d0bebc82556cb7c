// Password hashes: argon2id, with a limit of concurrent hashes, so that a flood of sign-ins cannot exhaust memory (D22).
import { hash, verify } from '@node-rs/argon2';
import { opaqueString } from '../../config/opaque-string.ts';

const MAX_CONCURRENT = 4;
/** OWASP's first recommendation: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let running = 0;
const waiting: (() => void)[] = [];

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    // The slot passes to the next in the queue.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/**
 * Hashed with lower cost than passwords are now (D684).
 * @param passwordHash argon2 in its text form, `$argon2id$v=19$m=…`
 */
export function isOutdated(passwordHash: string): boolean {
  const [, memory = 0, time = 0] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(passwordHash) ?? [];
  return Number(memory) < OPTIONS.memoryCost || Number(time) < OPTIONS.timeCost;
}

export const hashPassword = (password: string): Promise<string> => limited(() => hash(opaqueString(password), OPTIONS));

/** Hash of 32 random bytes that are not stored. */
const DECOY = '$argon2id$v=19$m=19456,t=2,p=1$z1COMqS6POJw1mUs87ZliQ$BiB3KpD++vrAM4CcSyYRbu6WO7OiSzxEKQMELpmOtEQ';

/**
 * Takes the same time for an unknown user (null hash) as for a known one.
 * @param admit runs when a slot is free, so that waiting attempts are not counted yet; when it throws, no hash is computed
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
  admit: () => Promise<void>,
): Promise<boolean> {
  const matches = await limited(async () => {
    await admit();
    return verify(passwordHash ?? DECOY, opaqueString(password));
  });
  return matches && passwordHash !== null;
}
