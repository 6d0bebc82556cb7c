// Parameters of providers, and of accounts there, hold secrets that the service needs again: the database has them sealed as a
// whole (D687).
import type { Logger } from '../log.ts';
import type { Collection, SealedParams, Store } from '../store/store.ts';
import type { Sealer } from './sealed-secrets.ts';
import { withRowType } from '../store/untyped-collection.ts';

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

/**
 * Seals plain values, and seals those of a previous key again.
 * @returns the number of sealed values, and the rows that no key opens
 */
export async function resealParams(store: Store, sealer: Sealer): Promise<{ sealed: number; unreadable: string[] }> {
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
