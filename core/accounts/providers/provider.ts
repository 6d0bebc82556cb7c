// Providers that users sign in through: rows of `auth_providers`, their `params`, and their errors. Administrators write
// `params` and no schema checks them, so each member is read with care (D120 to D126).
import type { AuthProviderRow, Store } from '../../store/store.ts';
import { openParams, type Sealer } from '../sealed-secrets.ts';

export type ProviderClass = 'OAuth2' | 'OpenIDConnect';

export interface Provider {
  id: number;
  revision: number;
  name: string;
  /** Without the prefix that PHP projects write. */
  class: ProviderClass;
  url: string;
  params: Readonly<Record<string, unknown>>;
}

/** An identity at a provider, confirmed by the provider. */
export interface ExternalIdentity {
  /** `provider_username` of `external_auth`. */
  username: string;
  /** The profile of the user at the provider; fetched only when needed. */
  claims(): Promise<Readonly<Record<string, unknown>>>;
}

/** The provider does not confirm the user, or its response is not valid: 401. The reason is for the log. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
}

/** The provider is unreachable, or its response is unusable: 503. The reason is for the log, without secrets. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
}

const CLASSES: Readonly<Record<string, ProviderClass>> = {
  OAuth2: 'OAuth2',
  'BEdita/API.OAuth2': 'OAuth2',
  OpenIDConnect: 'OpenIDConnect',
};

/** Undefined for a class that users cannot sign in through. */
export const classOf = (row: Pick<AuthProviderRow, 'auth_class'>): ProviderClass | undefined =>
  Object.hasOwn(CLASSES, row.auth_class) ? CLASSES[row.auth_class] : undefined;

/**
 * A provider that is enabled and of a class that users can sign in through.
 * @throws ProviderFailure when its parameters cannot be read
 */
export async function findProvider(
  { store, sealer }: { store: Store; sealer: Sealer },
  name: string,
): Promise<Provider | undefined> {
  const row = await store.authProviders.findOne({ name, enabled: true });
  const providerClass = row && classOf(row);
  if (!row || !providerClass) return undefined;
  const { _id: id, revision, url } = row;
  const params = openParams(sealer, row.params);
  if (params === undefined) throw new ProviderFailure('its parameters cannot be read: their key is not configured');
  return { id, revision, name, class: providerClass, url: url ?? '', params: params ?? {} };
}

/** Names and classes of the providers that users can sign in through; the rest of their configuration is private. */
export async function listProviders(store: Store): Promise<{ name: string; auth_class: ProviderClass }[]> {
  const rows = await store.authProviders.find({ enabled: true }).sort({ name: 1 }).toArray();
  return rows.flatMap((row) => {
    const auth_class = classOf(row);
    return auth_class ? [{ name: row.name, auth_class }] : [];
  });
}

/** Text that is not empty; undefined for other values. */
export const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
