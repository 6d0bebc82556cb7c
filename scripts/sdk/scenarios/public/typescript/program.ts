// What the programs for the TypeScript clients of public generators share.
declare const process: { env: Record<string, string | undefined> };

const env = (name: string): string => process.env[name] ?? '';
export const url = env('SERVICE_URL');
export const credentials = { username: env('SERVICE_USERNAME'), password: env('SERVICE_PASSWORD') };

/** A file with each byte. */
export const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
export const file = new Blob([bytes]);

/** An upload of a file has this type unless the generated client says another. */
export const OCTETS = { 'content-type': 'application/octet-stream' };
export const JSON_API = { 'content-type': 'application/vnd.api+json' };

export function expect(what: string, seen: unknown, wanted: unknown): void {
  const [left, right] = [JSON.stringify(seen), JSON.stringify(wanted)];
  if (left !== right) throw new Error(`${what}: ${left}, not ${right}`);
}

/** @throws Error when a request had no result */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`${what} is missing`);
  return value;
}

export async function expectSameBytes(back: Blob): Promise<void> {
  expect('the download', [...new Uint8Array(await back.arrayBuffer())], [...bytes]);
}
