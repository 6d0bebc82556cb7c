// Exact requests, byte for byte, over a separate socket.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { TestService } from '../service.ts';

export interface RawResponse {
  status: number;
  /** The JSON document; undefined when there is none. */
  body: Record<string, unknown> | undefined;
  text: string;
}

export interface RawServer {
  /**
   * @param lines of the head, then an empty one and the body
   * @param values that replace `{{name}}`; `{{length}}` is that of the body in bytes
   */
  send(lines: readonly string[], values?: Readonly<Record<string, string>>): Promise<RawResponse>;
  close(): Promise<void>;
}

const HEAD_END = '\r\n\r\n';

/** The response once it is complete; undefined before. */
function complete(received: Buffer): RawResponse | undefined {
  const at = received.indexOf(HEAD_END);
  if (at < 0) return undefined;
  const head = received.subarray(0, at).toString();
  const body = received.subarray(at + HEAD_END.length);
  if (body.length < Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)) return undefined;
  const text = body.toString();
  const status = Number(head.slice('HTTP/1.1 '.length).slice(0, 3));
  return { status, text, body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>) };
}

/** The service on a port of this machine. */
export async function openRawServer({ service }: TestService): Promise<RawServer> {
  const server = createServer(service.app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    send(lines, values = {}) {
      const end = lines.indexOf('');
      const filled = (part: readonly string[], all: Readonly<Record<string, string>>): string =>
        part.join('\r\n').replace(/\{\{(\w+)\}\}/g, (_match, name: string) => {
          const value = all[name];
          if (value === undefined) throw new Error(`no value for ${name}`);
          return value;
        });
      const body = filled(end < 0 ? [] : lines.slice(end + 1), values);
      const length = String(Buffer.byteLength(body));
      const head = filled(end < 0 ? lines : lines.slice(0, end), { ...values, length });
      return new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1');
        let received = Buffer.alloc(0);
        socket.on('data', (chunk: Buffer) => {
          received = Buffer.concat([received, chunk]);
          const answer = complete(received);
          if (!answer) return;
          resolve(answer);
          socket.destroy();
        });
        socket.on('error', reject).on('close', () => reject(new Error(`closed after ${received.length} bytes`)));
        socket.write(head + HEAD_END + body);
      });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
