// The INSTREAM command of clamd according to its protocol: chunks after their length, a verdict after the empty one. It
// finds a given text.
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

export interface Clamd {
  server: Server;
  /** Contents that it was sent, in the order of their verdicts. */
  scanned: Buffer[];
  /** A reply to send instead; `silence` for none. */
  says: string | undefined;
}

const COMMAND = 'zINSTREAM\0';

/** @returns the chunks, after the empty one has arrived */
function contentIn(received: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  let at = COMMAND.length;
  while (received.length >= at + 4) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

/** @param signature the text in infected files @param maxLength StreamMaxLength */
export function openClamd(signature: string, maxLength: number): Clamd {
  const clamd: Clamd = { scanned: [], says: undefined, server: createServer() };
  clamd.server.on('connection', (socket: Socket) => {
    let received = Buffer.alloc(0);
    let hasAnswered = false;
    const answer = (text: string): void => {
      hasAnswered = true;
      socket.end(`${text}\0`);
    };
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => {
      // Data in transit is read, otherwise the client would lose the response.
      if (hasAnswered) return;
      received = Buffer.concat([received, data]);
      if (clamd.says === 'silence') return;
      if (received.length >= COMMAND.length && received.toString('latin1', 0, COMMAND.length) !== COMMAND) {
        answer('UNKNOWN COMMAND');
        return;
      }
      if (received.length > maxLength) {
        answer('INSTREAM size limit exceeded. ERROR');
        return;
      }
      const content = contentIn(received);
      if (!content) return;
      clamd.scanned.push(content);
      answer(clamd.says ?? (content.includes(signature) ? 'stream: Test.Signature-1 FOUND' : 'stream: OK'));
    });
  });
  return clamd;
}

/** @param address a path or a port, 0 for any */
export async function listen({ server }: Clamd, address: string | number): Promise<void> {
  if (typeof address === 'string') server.listen(address);
  else server.listen(address, '127.0.0.1');
  await once(server, 'listening');
}
