// A response that is kept, and its compressed forms: each is made once, for the first caller that accepts it.
import type { IncomingMessage } from 'node:http';
import { chooseEncoding, compress, type Encoding } from '../../network/content-encoding.ts';
import type { KeyedResponse } from '../idempotency/sealed-response.ts';
import { encodedTag, knownTag } from './etag.ts';

/** Shorter responses are not compressed. */
const LEAST_BYTES = 1024;

export class KeptResponse {
  /** Of all its forms. */
  bytes: number;
  readonly #headers: Readonly<KeyedResponse['headers']>;
  readonly #body: Buffer;
  readonly #mayCompress: boolean;
  readonly #forms = new Map<Encoding, Promise<Buffer>>();

  /** @param mayCompress not for the response of one caller, and not for a resource, whose tag is the same in all responses */
  constructor(headers: KeyedResponse['headers'], body: string | Buffer, mayCompress: boolean) {
    this.#headers = { ...headers };
    this.#body = typeof body === 'string' ? Buffer.from(body) : body;
    this.#mayCompress = mayCompress && this.#body.byteLength >= LEAST_BYTES;
    this.bytes = this.#body.byteLength + JSON.stringify(headers).length;
  }

  /** 304 for a client that has it, else the best accepted form. @param onGrowth its bytes have become more */
  async answer({ method, headers: sent }: IncomingMessage, onGrowth: () => void): Promise<KeyedResponse> {
    const tag = String(this.#headers['ETag']);
    const known = knownTag(sent['if-none-match'], tag);
    if (known !== undefined) return unmodified(this.#headers, known);
    const encoding = this.#mayCompress ? chooseEncoding(sent['accept-encoding']) : undefined;
    const coded = encoding && { 'Content-Encoding': encoding, ETag: encodedTag(tag, encoding) };
    const answer = { status: 200, headers: { ...this.#headers, ...coded } };
    if (method === 'HEAD') return answer;
    return { ...answer, body: encoding ? await this.#compressed(encoding, onGrowth) : this.#body };
  }

  #compressed(encoding: Encoding, onGrowth: () => void): Promise<Buffer> {
    const form = this.#forms.get(encoding) ?? this.#compress(encoding, onGrowth);
    this.#forms.set(encoding, form);
    return form;
  }

  async #compress(encoding: Encoding, onGrowth: () => void): Promise<Buffer> {
    const form = await compress(this.#body, encoding, 'quickly');
    this.bytes += form.byteLength;
    onGrowth();
    return form;
  }
}

/** The client has it already, in the form with this tag. */
export function unmodified(headers: KeyedResponse['headers'], ETag: string): KeyedResponse {
  const { 'Content-Type': _type, ...others } = headers;
  return { status: 304, headers: { ...others, ETag } };
}
