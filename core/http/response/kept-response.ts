// A response that is kept, and its compressed forms: each is made once, when a caller first asks for it.
import { compress, type Encoding } from '../../network/content-encoding.ts';
import type { KeyedResponse } from '../idempotency/sealed-response.ts';

export class KeptResponse {
  readonly headers: Readonly<KeyedResponse['headers']>;
  readonly body: Buffer;
  /** Of all its forms. */
  bytes: number;
  readonly #forms = new Map<Encoding, Promise<Buffer>>();

  constructor(headers: KeyedResponse['headers'], body: string | Buffer) {
    this.headers = { ...headers };
    this.body = typeof body === 'string' ? Buffer.from(body) : body;
    this.bytes = this.body.byteLength + JSON.stringify(headers).length;
  }

  /** @param onGrowth called when its bytes have become more */
  compressed(encoding: Encoding, onGrowth: () => void): Promise<Buffer> {
    const form = this.#forms.get(encoding) ?? this.#compress(encoding, onGrowth);
    this.#forms.set(encoding, form);
    return form;
  }

  async #compress(encoding: Encoding, onGrowth: () => void): Promise<Buffer> {
    const form = await compress(this.body, encoding);
    this.bytes += form.byteLength;
    onGrowth();
    return form;
  }
}
