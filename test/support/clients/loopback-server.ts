// A real HTTP server on this machine, in the role of a provider.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackServer {
  /** `http://127.0.0.1:{port}` */
  url: string;
  answer(listener: RequestListener): void;
  close(): Promise<void>;
}

export async function openLoopbackServer(): Promise<LoopbackServer> {
  let answer: RequestListener = (_request, response) => response.writeHead(404).end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (listener) => {
      answer = listener;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
