// Decodes bodies in base64 (Content-Transfer-Encoding) as a stream (RFC 4648; line breaks are allowed).
import { Transform, type TransformCallback } from 'node:stream';
import { ApiError } from '../errors.ts';

const invalid = (detail: string): ApiError =>
  new ApiError('invalid_encoding', { detail, source: { header: 'Content-Transfer-Encoding' } });

/** @throws ApiError invalid_encoding for other characters, and for a wrong length or padding */
export class Base64Decoder extends Transform {
  /** Characters of an incomplete group of four. */
  #rest = '';
  #ended = false;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const text = this.#rest + chunk.toString('latin1').replaceAll(/[\r\n\t ]+/g, '');
    const whole = text.slice(0, text.length - (text.length % 4));
    this.#rest = text.slice(whole.length);
    if (this.#ended && text !== '') return done(invalid('There are characters after the end of the base64.'));
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(whole)) return done(invalid('The body is not base64.'));
    if (whole !== '') this.#ended = whole.endsWith('=');
    done(null, Buffer.from(whole, 'base64'));
  }

  override _flush(done: TransformCallback): void {
    done(this.#rest === '' ? null : invalid('The base64 ends within a group of four characters.'));
  }
}
