// HTTP servers on this machine, at free ports.
import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackServer {
  /** `http://127.0.0.1:{port}` */
  url: string;
  port: number;
  close(): Promise<void>;
}

/** @param answer its errors cut the connection */
export async function listenOnLoopback(
  answer: (...exchange: Parameters<RequestListener>) => unknown,
  options: ServerOptions = {},
): Promise<LoopbackServer> {
  const server = createServer(options, (request, response) => {
    // A client that was cut off.
    Promise.resolve(answer(request, response)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A port that no program listens at. */
export async function freePort(): Promise<number> {
  const { port, close } = await listenOnLoopback(() => undefined);
  await close();
  return port;
}
