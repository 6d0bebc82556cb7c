// A listening server for the requests of a test, with connections that are kept: to listen and to connect for each request takes
// longer than most requests.
import { Agent, createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KeptServer {
  /** `http://127.0.0.1:{port}` */
  url: string;
  agent: Agent;
  close(): Promise<void>;
}

export async function openKeptServer(app: RequestListener): Promise<KeptServer> {
  // A server that closes an idle connection would meet the next request on it.
  const server = createServer({ keepAliveTimeout: 0 }, app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // For tests that close the service only.
  server.unref();
  const agent = new Agent({ keepAlive: true });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    agent,
    async close() {
      agent.destroy();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
