// Secrets that the service has to read again: AES-256-GCM, with keys that are derived from SECRETS_KEY, else from JWT_SECRET
// (D680, D686, D687).
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { derivedFrom, type SigningSecrets } from '../signing-secrets.ts';
import type { Logger } from '../log.ts';
import type { Collection, SealedParams, Store } from '../store/store.ts';
import { withRowType } from '../store/untyped-collection.ts';

export interface Sealer {
  /** Id of the key that seals now. */
  keyId: string;
  /** @param owner the secret opens for this owner only, so that a row cannot be copied to another one */
  seal(text: string, owner: string): SealedParams;
  /** undefined if its key is no longer configured, or the owner is another one */
  open(secret: SealedParams, owner: string): string | undefined;
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

export type Params = Record<string, unknown>;

/** The purpose of the sealed text: no other secret of the database can replace it. */
const OWNER = 'params';

/** @param current the stored ones, which are unchanged if they hold the same values */
export function sealParams(
  sealer: Sealer,
  params: Params | null,
  current: SealedParams | null = null,
): SealedParams | null {
  if (params === null) return null;
  const text = JSON.stringify(params);
  if (current && sealer.open(current, OWNER) === text) return current;
  return sealer.seal(text, OWNER);
}

/** @returns undefined if they were sealed with a key that is no longer configured */
export function openParams(sealer: Sealer, stored: SealedParams | null): Params | null | undefined {
  if (stored === null) return null;
  const text = sealer.open(stored, OWNER);
  return text === undefined ? undefined : JSON.parse(text);
}

interface ParamsRow {
  _id: number;
  name?: string;
  params: SealedParams | Params | null;
}

const collectionsOf = ({ authProviders, externalAuth }: Store): readonly [string, Collection<ParamsRow>][] => [
  ['auth_providers', withRowType<ParamsRow>(authProviders)],
  ['external_auth', withRowType<ParamsRow>(externalAuth)],
];

/** Of releases whose database has them unsealed. */
const isSealed = (params: SealedParams | Params): params is SealedParams =>
  typeof params['sealed'] === 'string' && typeof params['key_id'] === 'string' && Object.keys(params).length === 2;

/** The number of sealed values, and the rows that no key opens. */
export interface Resealed {
  sealed: number;
  unreadable: string[];
}

/** Seals plain values, and seals those of a previous key again. */
export async function resealParams(store: Store, sealer: Sealer): Promise<Resealed> {
  let sealed = 0;
  const unreadable: string[] = [];
  for (const [name, collection] of collectionsOf(store)) {
    const others = { params: { $ne: null }, 'params.key_id': { $ne: sealer.keyId } };
    for await (const { _id, params } of collection.find(others)) {
      if (!params) continue;
      const opened = isSealed(params) ? openParams(sealer, params) : params;
      if (!opened) {
        unreadable.push(`${name} ${_id}`);
        continue;
      }
      const update = { $set: { params: sealParams(sealer, opened) } };
      sealed += (await collection.updateOne({ _id, params }, update)).modifiedCount;
    }
  }
  return { sealed, unreadable };
}

/** At the start, so that a previous key can be removed. */
export async function resealParamsAtStart(store: Store, sealer: Sealer, log: Pick<Logger, 'warn'>): Promise<void> {
  const { unreadable } = await resealParams(store, sealer);
  if (unreadable.length === 0) return;
  log.warn({ rows: unreadable.slice(0, 20) }, 'secrets of providers cannot be read: their key is not configured');
}
