// Signed addresses of S3 (Signature Version 4 in the query), checked according to its documentation: s3rver accepts any
// of them.
import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** RFC 3986, as the signature has it. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

export const isPresigned = (url: URL): boolean => url.searchParams.has('X-Amz-Signature');

function canonicalRequest({ method = '', headers }: IncomingMessage, url: URL): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const names = url.searchParams.get('X-Amz-SignedHeaders') ?? '';
  const lines = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  return [method, url.pathname, query, lines.join(''), names, 'UNSIGNED-PAYLOAD'].join('\n');
}

/**
 * Requests that a server of Amazon would refuse: with a signature that does not match address and signed headers, or an
 * expired one.
 */
export function isRightlySigned(request: IncomingMessage, secret: string, now: number): boolean {
  const url = new URL(request.url ?? '', 'http://s3');
  const { searchParams: query } = url;
  const date = query.get('X-Amz-Date') ?? '';
  const [, day = '', region = '', service = ''] = (query.get('X-Amz-Credential') ?? '').split('/');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const hash = createHash('sha256').update(canonicalRequest(request, url)).digest('hex');
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day));
  const signature = hmac(key, ['AWS4-HMAC-SHA256', date, scope, hash].join('\n')).toString('hex');
  const begun = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const isOver = now > begun + Number(query.get('X-Amz-Expires')) * 1_000;
  return !isOver && signature === query.get('X-Amz-Signature');
}
