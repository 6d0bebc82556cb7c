// A request as bytes on a separate connection, and the response. The bytes are sent unchanged, while HTTP clients would
// correct them.
import { connect } from 'node:net';

export interface Message {
  method: string;
  /** As it stands in the request line. */
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body?: Buffer | undefined;
  /** In place of the whole message. */
  raw?: Buffer | undefined;
}

export interface Answer {
  /** 0 where the connection ended without one. */
  status: number;
  head: string;
  /** The beginning of the body. */
  text: string;
  milliseconds: number;
  /** Why there is no response. */
  lost?: string | undefined;
}

const MOST_READ = 200_000;
const AFTER_RAW_MS = 300;

export function bytesOf({ method, target, headers, body, raw }: Message, host: string): Buffer {
  if (raw) return raw;
  const own = headers.some(([name]) => name.toLowerCase() === 'host') ? [] : [['Host', host] as const];
  const length = body ? [['Content-Length', String(body.length)] as const] : [];
  const lines = [...own, ...headers, ...length, ['Connection', 'close'] as const].map(
    ([name, value]) => `${name}: ${value}`,
  );
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return body ? Buffer.concat([head, body]) : head;
}

/** @param timeout milliseconds */
export function send(
  message: Message,
  { host, port }: { host: string; port: number },
  timeout: number,
): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = connect(port, host);
    let received = Buffer.alloc(0);
    let lost: string | undefined;
    const timer = setTimeout(() => {
      lost = `no answer within ${timeout} ms`;
      socket.destroy();
    }, timeout);
    socket.on('data', (part) => {
      if (received.length < MOST_READ) received = Buffer.concat([received, part]);
      // Wrong framing may leave the connection open.
      if (message.raw) setTimeout(() => socket.destroy(), AFTER_RAW_MS);
      // It does not end by itself.
      if (/content-type: text\/event-stream/i.test(received.toString('latin1', 0, 4_000))) socket.destroy();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      lost ??= error.code ?? error.message;
    });
    socket.on('close', () => {
      clearTimeout(timer);
      const all = received.toString('latin1');
      const end = all.indexOf('\r\n\r\n');
      const head = end < 0 ? all : all.slice(0, end);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
      const text = end < 0 ? '' : received.subarray(end + 4).toString();
      const milliseconds = performance.now() - started;
      resolve({ status, head, text, milliseconds, ...(status === 0 && { lost: lost ?? 'closed without an answer' }) });
    });
    socket.write(bytesOf(message, `${host}:${port}`));
  });
}
