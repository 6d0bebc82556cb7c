// Password hashes: argon2id, with a cap on hashes under way so that a flood of sign-ins cannot take all memory (D22).
import { hash, verify } from '@node-rs/argon2';

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
    // The place passes to the next in line, if there is one.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export const hashPassword = (password: string): Promise<string> => limited(() => hash(password, OPTIONS));

/** Hash of 32 random bytes that are not kept. */
const DECOY = '$argon2id$v=19$m=19456,t=2,p=1$z1COMqS6POJw1mUs87ZliQ$BiB3KpD++vrAM4CcSyYRbu6WO7OiSzxEKQMELpmOtEQ';

/**
 * Takes as long for a user who does not exist (null hash) as for one who does.
 * @param admit runs when its turn has come, so that attempts which wait are not counted yet; when it throws, nothing is hashed
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
  admit: () => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  const matches = await limited(async () => {
    await admit();
    return verify(passwordHash ?? DECOY, password);
  });
  return matches && passwordHash !== null;
}
