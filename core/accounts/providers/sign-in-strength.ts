// The required strength of a sign-in at a provider of class OpenIDConnect, by its `params` (D633).
import { ProviderFailure, ProviderRefusal, textsOf, type Provider } from './provider.ts';
import { itemsIn } from '../../values.ts';

export interface RequiredStrength {
  /** Sent as `acr_values`; the token names one of them as `acr`. None: any. */
  acr: readonly string[];
  /** Methods, of which the token names one at least in `amr`. None: any. */
  amr: readonly string[];
  /** Seconds since the user has signed in there; undefined: any. */
  maxAge: number | undefined;
}

/**
 * A text has its values separated by blanks.
 * @throws ProviderFailure, so that an invalid value does not permit any sign-in
 */
function valuesOf(params: Provider['params'], name: string): string[] {
  const given = params[name];
  if (given === undefined || given === null) return [];
  const values = typeof given === 'string' ? given.split(/\s+/).filter((value) => value !== '') : textsOf(given);
  if (values.length > 0 && (typeof given === 'string' || values.length === itemsIn(given).length)) return values;
  throw new ProviderFailure(`its ${name} is neither a text nor a list of texts`);
}

const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** @throws ProviderFailure for params that cannot be read */
export function requiredStrength({ params }: Provider): RequiredStrength {
  const maxAge = params['max_age'] ?? undefined;
  if (maxAge !== undefined && !isSeconds(maxAge)) {
    throw new ProviderFailure('its max_age is not a number of seconds');
  }
  return {
    acr: valuesOf(params, 'acr_values'),
    amr: valuesOf(params, 'amr_values'),
    maxAge,
  };
}

/** @throws ProviderRefusal for an ID token without this strength; its `auth_time` is checked with the token */
export function assertStrength({ acr, amr }: RequiredStrength, idToken: Readonly<Record<string, unknown>>): void {
  if (acr.length > 0 && !acr.some((one) => one === idToken['acr']))
    throw new ProviderRefusal('no acr that is required');
  const methods = textsOf(idToken['amr']);
  if (amr.length > 0 && !amr.some((method) => methods.includes(method))) {
    throw new ProviderRefusal('no amr that is required');
  }
}
