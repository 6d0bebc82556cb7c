// Secrets in the parameters of providers and accounts: taken in, used, and never shown again.

/** Stands for a secret in answers; sent back, it means the one that is stored. */
const MASK = '*****';

const SECRET_NAME = /(?:secret|password|token|private_?key)$/i;

type Params = Record<string, unknown>;

const isObject = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSecret = (name: string, value: unknown): boolean =>
  SECRET_NAME.test(name) && (typeof value === 'string' || typeof value === 'number');

function mapSecrets(value: unknown, stored: unknown, replace: (value: unknown, stored: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    const items = Array.isArray(stored) ? (stored as unknown[]) : [];
    return value.map((item, index) => mapSecrets(item, items[index], replace));
  }
  if (!isObject(value)) return value;
  const known = isObject(stored) ? stored : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const before = Object.hasOwn(known, name) ? known[name] : undefined;
      return [name, isSecret(name, member) ? replace(member, before) : mapSecrets(member, before, replace)];
    }),
  );
}

/** As answers show it: members whose names end like `client_secret` are masked, at any depth. */
export const maskSecrets = (params: Params | null): Params | null =>
  mapSecrets(params, undefined, () => MASK) as Params | null;

/** What a client sent, with the stored secrets where it sent the mask back. */
export const restoreSecrets = (params: Params | null, stored: Params | null): Params | null =>
  mapSecrets(params, stored, (value, before) =>
    value === MASK && before !== undefined ? before : value,
  ) as Params | null;

/** Fields for a change row: those named are told to have changed, not what they hold. */
export const withoutValues = (fields: Readonly<Params>, names: readonly string[]): Params =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, names.includes(name) && value !== null ? MASK : value]),
  );
