// Messages whose framing is wrong or ambiguous, so that a proxy and a server may read them differently (RFC 9112).
import type { Random } from '../faults/random.ts';
import { pick } from './corpus.ts';
import type { Message } from './message.ts';

const WAYS: readonly ((line: string, host: string, headers: string) => string)[] = [
  (line, host, headers) =>
    `${line}\r\nHost: ${host}\r\n${headers}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":1}`,
  (line, host, headers) =>
    `${line}\r\nHost: ${host}\r\n${headers}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
  (line, host, headers) => `${line}\r\nHost: ${host}\r\n${headers}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  (line, host, headers) =>
    `${line}\r\nHost: ${host}\r\n${headers}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
  (line, host, headers) =>
    `${line}\r\nHost: ${host}\r\n${headers}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  (line, host, headers) => `${line}\r\nHost: ${host}\r\n${headers}Content-Length: -1\r\n\r\n`,
  (line, host, headers) => `${line}\r\nHost: ${host}\r\n${headers}Content-Length: 99999999999999999999\r\n\r\n`,
  (line, host, headers) => `${line}\r\nHost: ${host}\r\n${headers}X-A: a\r\n b\r\nConnection: close\r\n\r\n`,
  (line, host, headers) => `${line}\r\nHost: ${host}\r\nHost: evil.example\r\n${headers}Connection: close\r\n\r\n`,
  (line, _host, headers) => `${line}\r\n${headers}Connection: close\r\n\r\n`,
  (line, host, headers) => `${line.replace(' ', '  ')}\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n`,
  (line, host, headers) => `${line.replace('HTTP/1.1', 'HTTP/9.9')}\r\nHost: ${host}\r\n${headers}\r\n`,
  (line, host, headers) => `${line.replace('HTTP/1.1', 'HTTP/1.0')}\r\nHost: ${host}\r\n${headers}\r\n`,
  (line, host, headers) => `${line}\nHost: ${host}\n${headers.replaceAll('\r', '')}Connection: close\n\n`,
  (line, host, headers) => `${line}\r\nHost: ${host}\r\n${headers}X-A\0: b\r\nConnection: close\r\n\r\n`,
  (line, host, headers) => `${line}\r\nHost: ${host}\r\n${headers}X-A : b\r\nConnection: close\r\n\r\n`,
  (line, host, headers) =>
    `${line}\r\nHost: ${host}\r\n${headers}${Array.from({ length: 3_000 }, (_, at) => `X-${at}: 1\r\n`).join('')}Connection: close\r\n\r\n`,
  (line, host, headers) =>
    `${line.replace(/ \S+ /, ` http://${host}/home `)}\r\nHost: evil.example\r\n${headers}Connection: close\r\n\r\n`,
  (line, host, headers) => `${line.replace(/ \S+ /, ' * ')}\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n`,
  (line, host, headers) => `${line.replace(/^\S+/, 'TRACE')}\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n`,
  (line, host, headers) => `${line.replace(/^\S+/, 'CONNECT')}\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n`,
  (line, host, headers) => `${line.replace(/^\S+/, 'x'.repeat(300))}\r\nHost: ${host}\r\n${headers}\r\n`,
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03',
];

export function badlyFramed({ method, target, headers }: Message, host: string, random: Random): Buffer {
  const given = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(pick(WAYS, random)(`${method} ${target} HTTP/1.1`, host, given), 'latin1');
}
