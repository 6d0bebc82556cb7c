// Stored responses, encrypted with a key that follows from the Idempotency-Key (D502).
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

export interface KeyedResponse {
  status: number;
  headers: Record<string, string | number>;
  body?: string | Buffer;
}

const gzipOf = promisify(gzip);
const gunzipOf = promisify(gunzip);

export async function seal(answer: KeyedResponse, key: Buffer): Promise<Buffer> {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = cipher.update(await gzipOf(JSON.stringify({ ...answer, body: answer.body?.toString() })));
  cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

export async function unseal(sealed: Uint8Array, key: Buffer): Promise<KeyedResponse> {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  const text = decipher.update(sealed.subarray(28));
  decipher.final();
  // cast: sealed with the key of the service, so it is what `seal` was given
  return JSON.parse((await gunzipOf(text)).toString()) as KeyedResponse;
}
