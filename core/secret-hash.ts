import { createHash } from 'node:crypto';

/** What is kept of a secret that is long and random (SHA-256, hex): a token, a state, an id that is mailed. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');
