// A proxy in front of another server that can be closed, slow, cut or give false responses.
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';

/**
 * `down`: connections end at once. `silent`: there is no response. `slow`: each piece of a response is late. `half`:
 * responses end in the middle. `lying`: the response is another one.
 */
export const MODES = ['down', 'silent', 'slow', 'half', 'lying'] as const;

export type Mode = 'open' | (typeof MODES)[number];

/** The texts of mode `lying`: the greeting of a connection, and the response to all input. */
export interface Lie {
  greeting?: string;
  answer: string;
}

export interface Gate {
  port: number;
  /** Ends all connections. */
  set(mode: Mode): void;
  close(): Promise<void>;
}

const SLOW_MS = 400;
/** Of a response. */
const HALF_BYTES = 20;

async function passSlowly(from: net.Socket, to: net.Socket): Promise<void> {
  for await (const chunk of from) {
    await sleep(SLOW_MS);
    to.write(chunk as Buffer);
  }
  to.end();
}

function pass(client: net.Socket, server: net.Socket, mode: Mode): void {
  client.on('close', () => server.destroy());
  server.on('error', () => client.destroy());
  client.pipe(server);
  if (mode === 'slow') void passSlowly(server, client).catch(() => client.destroy());
  else if (mode === 'half')
    server.once('data', (chunk: Buffer) => client.write(chunk.subarray(0, HALF_BYTES), () => client.destroy()));
  else server.pipe(client);
}

function lieTo(client: net.Socket, { greeting, answer }: Lie): void {
  if (greeting !== undefined) client.write(greeting);
  client.on('data', () => client.write(answer));
}

export async function openGate(targetPort: number, lie: Lie): Promise<Gate> {
  let mode: Mode = 'open';
  const sockets = new Set<net.Socket>();
  const keep = (socket: net.Socket): net.Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const gate = net.createServer((client) => {
    keep(client);
    if (mode === 'down') client.resetAndDestroy();
    else if (mode === 'silent') client.resume();
    else if (mode === 'lying') lieTo(client, lie);
    else pass(client, keep(net.connect(targetPort, '127.0.0.1')), mode);
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  const endAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    port: (gate.address() as AddressInfo).port,
    set(next) {
      mode = next;
      endAll();
    },
    async close() {
      endAll();
      await new Promise((resolve) => gate.close(resolve));
    },
  };
}
