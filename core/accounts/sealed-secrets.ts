// Secrets that the service has to read again: AES-256-GCM, with keys that are derived from SECRETS_KEY, else from JWT_SECRET
// (D680, D686, D687).
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { derivedFrom, type SigningSecrets } from '../signing-secrets.ts';

export interface SealedSecret {
  /** Identifies the key without revealing it. */
  key_id: string;
  /** Base64url: nonce, tag, and the encrypted text. */
  sealed: string;
}

export interface Sealer {
  /** Id of the key that seals now. */
  keyId: string;
  /** @param owner the secret opens for this owner only, so that a row cannot be copied to another one */
  seal(text: string, owner: string): SealedSecret;
  /** undefined if its key is no longer configured, or the owner is another one */
  open(secret: SealedSecret, owner: string): string | undefined;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSealer(secrets: SigningSecrets): Sealer {
  const keyOf = (secret: string) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'secrets of users', 32));
    return { key, id: createHash('sha256').update(key).digest('base64url').slice(0, 8) };
  };
  const { current, all: keys } = derivedFrom(secrets, keyOf);
  return {
    keyId: current.id,
    seal(text, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
      return { key_id: current.id, sealed };
    },
    open({ key_id: id, sealed }, owner) {
      const found = keys.find((each) => each.id === id);
      if (!found) return undefined;
      const bytes = Buffer.from(sealed, 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      try {
        const decipher = createDecipheriv('aes-256-gcm', found.key, nonce, { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
        return Buffer.concat(text).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
