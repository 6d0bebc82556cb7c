// The parameters that a write of a provider, or of an account there, stores.
import { openParams, sealParams, type Params } from '../accounts/sealed-params.ts';
import type { Sealer } from '../accounts/sealed-secrets.ts';
import type { SealedParams } from '../store/store.ts';
import { restoreSecrets } from './secrets.ts';

/**
 * @param current the row before; undefined for a new one
 * @returns undefined when the body does not contain them
 * @throws ApiError invalid_data naming each secret to send again (D375)
 */
export function changedParams(
  sealer: Sealer,
  input: Params | null | undefined,
  current: { params: SealedParams | null } | undefined,
  isSameDestination: boolean,
): SealedParams | null | undefined {
  const stored = current ? (openParams(sealer, current.params) ?? null) : null;
  const params = current ? restoreSecrets(input, { params: stored, isSameDestination }) : input;
  return params === undefined ? undefined : sealParams(sealer, params, current?.params);
}
