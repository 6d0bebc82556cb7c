// Secrets in the parameters of providers and accounts: stored, used, and never shown.
import { ApiError, type Fault } from '../errors.ts';
import { encodePointer } from '../model/schemas/attribute-validator.ts';
import { parseUrl } from '../network/parse-url.ts';
import { isRecord, itemsIn } from '../values.ts';
import { openParams, sealParams, type Params, type Sealer } from '../accounts/sealed-secrets.ts';
import type { SealedParams } from '../store/store.ts';

/** Instead of a secret in responses; a client that sends it back keeps the stored one. */
export const MASK = '*****';

const SECRET_NAME =
  /(?:secret|password|passphrase|token|private[_-]?key|api[_-]?key|access[_-]?key|credentials?|authorization|cookie)$/i;

/** Members that are secret as a whole: headers with keys have any name. */
const SECRET_HOLDER = 'additionalHeaders';

/** Addresses that get no secret: users return there with a code. */
const NO_DESTINATION = 'redirect_uris';

const isSecretName = (name: string): boolean => name === SECRET_HOLDER || SECRET_NAME.test(name);

type Replace = (value: unknown, stored: unknown, place: readonly string[]) => unknown;

interface Place {
  names: readonly string[];
  /** Inside of a secret member. */
  isHeld: boolean;
}

function mapSecrets(value: unknown, stored: unknown, replace: Replace, { names, isHeld }: Place): unknown {
  if (Array.isArray(value)) {
    const items = itemsIn(stored);
    return value.map((item, index) =>
      mapSecrets(item, items[index], replace, { names: [...names, String(index)], isHeld }),
    );
  }
  if (isRecord(value)) {
    const known = isRecord(stored) ? stored : {};
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const before = Object.hasOwn(known, name) ? known[name] : undefined;
        const place = { names: [...names, name], isHeld: isHeld || isSecretName(name) };
        return [name, mapSecrets(member, before, replace, place)];
      }),
    );
  }
  const isSecret = isHeld && (typeof value === 'string' || typeof value === 'number');
  return isSecret ? replace(value, stored, names) : value;
}

const NOWHERE: Place = { names: [], isHeld: false };

/** The form in responses: members whose names end like `client_secret`, and headers for requests, are masked, at any depth. */
export const maskSecrets = (params: Params | null): Params | null =>
  // cast: mapSecrets returns objects and null in their form
  mapSecrets(params, undefined, () => MASK, NOWHERE) as Params | null;

/** Every URL in the parameters that is no secret itself, by its path. */
function destinations(params: Params | null): string {
  const found: string[] = [];
  const visit = (value: unknown, place: string): void => {
    if (typeof value === 'string') {
      if (/^https?:$/.test(parseUrl(value)?.protocol ?? '')) found.push(`${place} ${value}`);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (name !== NO_DESTINATION && !isSecretName(name)) visit(member, `${place}/${name}`);
      }
    }
  };
  visit(params, '');
  return found.sort().join('\n');
}

interface Stored {
  params: Params | null;
  /** Whether the recipients of the secrets are unchanged, as far as other fields than the parameters decide. */
  isSameDestination: boolean;
}

/**
 * The parameters of a body, with the stored secrets instead of the mask; for undefined, the stored parameters with
 * theirs. A change of the recipient requires the secrets again, so that no administrator can direct unknown secrets to
 * another address (D375).
 * @throws ApiError invalid_data naming each secret to send again
 */
function restoreSecrets(params: Params | null | undefined, stored: Stored): Params | null | undefined {
  const isSame =
    stored.isSameDestination && (params === undefined || destinations(params) === destinations(stored.params));
  const lost: Fault[] = [];
  const restored = mapSecrets(
    params === undefined ? maskSecrets(stored.params) : params,
    stored.params,
    (value, before, place) => {
      if (value !== MASK || before === undefined) return value;
      if (!isSame) lost.push(mustBeSent(place));
      return before;
    },
    NOWHERE,
  );
  if (lost.length > 0) throw new ApiError('invalid_data', lost);
  // cast: mapSecrets returns objects and null in their form
  return params === undefined ? undefined : (restored as Params | null);
}

function mustBeSent(place: readonly string[]): Fault {
  const pointer = ['/data/attributes/params', ...place.map(encodePointer)];
  const name = place.at(-1) ?? '';
  const detail = `[${name}._required]: The secret would go to another address than before; send it again.`;
  return { detail, source: { pointer: pointer.join('/') } };
}

/** Fields for a change row. The named ones are recorded as changed, without their values. */
export const withoutValues = (fields: Readonly<Params>, names: readonly string[]): Params =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, names.includes(name) && value !== null ? MASK : value]),
  );

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
