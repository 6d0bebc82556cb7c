// Encryption of the entries of a backup: AES-256-GCM, with a given key or one derived from a passphrase.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
  type DecipherGCM,
} from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { promisify } from 'node:util';
import { BackupError } from './backup-error.ts';

/** The key in a manifest. */
export interface EncryptionNote {
  cipher: 'aes-256-gcm';
  /** Of a passphrase; null when the key was given. */
  scrypt: { salt: string; N: number; r: number; p: number } | null;
}

/** A key of 32 bytes, or a passphrase to derive one from. */
export type Secret = { key: Uint8Array } | { passphrase: string };

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const COST = { N: 32_768, r: 8, p: 1 };
const MAX_MEMORY = 128 * 1_048_576;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** @throws BackupError for a key of another length */
async function keyOf(secret: Secret, note: EncryptionNote['scrypt']): Promise<Uint8Array> {
  if ('key' in secret) {
    if (secret.key.length !== KEY_BYTES) throw new BackupError(`the key has to have ${KEY_BYTES} bytes`);
    return secret.key;
  }
  if (!note) throw new BackupError('the backup is encrypted with a key, not with a passphrase');
  const { salt, ...cost } = note;
  return derive(secret.passphrase, Buffer.from(salt, 'base64'), KEY_BYTES, { ...cost, maxmem: MAX_MEMORY });
}

/** A key for a new backup, and its part of the manifest. @throws BackupError */
export async function newKey(secret: Secret): Promise<{ key: Uint8Array; note: EncryptionNote }> {
  const note = 'key' in secret ? null : { salt: randomBytes(16).toString('base64'), ...COST };
  return { key: await keyOf(secret, note), note: { cipher: ALGORITHM, scrypt: note } };
}

/** The key of a backup. @throws BackupError */
export async function keyFor(note: EncryptionNote, secret: Secret | undefined): Promise<Uint8Array> {
  if (!secret) throw new BackupError('the backup is encrypted: give its key or passphrase');
  if ('key' in secret && note.scrypt)
    throw new BackupError('the backup is encrypted with a passphrase, not with a key');
  return keyOf(secret, note.scrypt);
}

/** Proves that a text was written with the key. */
export const sealOf = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('hex');

export function isSealed(key: Uint8Array, text: string, seal: string): boolean {
  const [right, given] = [Buffer.from(sealOf(key, text)), Buffer.from(seal)];
  return right.length === given.length && timingSafeEqual(right, given);
}

/** @param name of the entry, so that it cannot replace another one */
export function encrypt(key: Uint8Array, name: string): Transform {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(name));
  let isBegun = false;
  const begin = (stream: Transform): void => {
    if (!isBegun) stream.push(iv);
    isBegun = true;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      begin(this);
      done(null, cipher.update(chunk));
    },
    flush(done) {
      begin(this);
      this.push(cipher.final());
      done(null, cipher.getAuthTag());
    },
  });
}

/** Fails at its end for changed bytes; their checksum is checked before. */
export function decrypt(key: Uint8Array, name: string): Transform {
  let waiting = Buffer.alloc(0);
  let decipher: DecipherGCM | undefined;
  const begin = (): void => {
    if (decipher || waiting.length < IV_BYTES) return;
    decipher = createDecipheriv(ALGORITHM, key, waiting.subarray(0, IV_BYTES)).setAAD(Buffer.from(name));
    waiting = waiting.subarray(IV_BYTES);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      waiting = Buffer.concat([waiting, chunk]);
      begin();
      // The last bytes may be the tag.
      const ready = Math.max(0, waiting.length - TAG_BYTES);
      const plain = decipher && ready > 0 ? decipher.update(waiting.subarray(0, ready)) : Buffer.alloc(0);
      if (decipher) waiting = waiting.subarray(ready);
      done(null, plain);
    },
    flush(done) {
      try {
        if (!decipher) throw new Error('no bytes');
        decipher.setAuthTag(waiting);
        done(null, decipher.final());
      } catch {
        done(new BackupError(`${name} is damaged, or encrypted with another key`));
      }
    },
  });
}
