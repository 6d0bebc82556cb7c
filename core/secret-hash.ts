import { createHash } from 'node:crypto';

/** The stored hash (SHA-256, hex) of a long random secret: a token, a state, an id in a mail. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');
