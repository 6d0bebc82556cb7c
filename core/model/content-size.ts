// Maximum size of a value of free content (D414). core/http/request/request-body.ts limits its depth.
import { invalidData } from '../errors.ts';

/** Bytes of JSON. */
export const MAX_CONTENT = 1_000_000;

/** @throws ApiError invalid_data when the JSON of a value is larger than 1,000,000 bytes */
export function assertContentSize(value: unknown, name: string, pointer: string): void {
  if (Buffer.byteLength(JSON.stringify(value)) <= MAX_CONTENT) return;
  const most = MAX_CONTENT.toLocaleString('en');
  throw invalidData(pointer, `[${name}.maxBytes]: At most ${most} bytes of JSON are allowed.`);
}
