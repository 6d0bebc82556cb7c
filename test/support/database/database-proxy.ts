// A proxy to the run's mongod that can be suspended and cut.
import net from 'node:net';
import { inject } from 'vitest';

export interface DatabaseProxy {
  /** Of the database through it. */
  uri(databaseName: string): string;
  /** No data is forwarded any more, and no connection ends. */
  stall(): void;
  /** Ends all connections, as the end of a server does. New ones go through. */
  cut(): void;
  /** The same as the end of a machine does it: clients get an error in place of an end. */
  reset(): void;
  close(): Promise<void>;
}

export async function openDatabaseProxy(): Promise<DatabaseProxy> {
  const target = new URL(inject('mongodbUri'));
  const pairs = new Set<readonly [net.Socket, net.Socket]>();
  let isStalled = false;
  const hold = ([client, server]: readonly [net.Socket, net.Socket]): void => {
    client.unpipe().pause();
    server.unpipe().pause();
  };
  const proxy = net.createServer((client) => {
    const server = net.connect(Number(target.port), target.hostname);
    const pair = [client, server] as const;
    pairs.add(pair);
    client.on('error', () => undefined).on('close', () => (server.destroy(), pairs.delete(pair)));
    server.on('error', () => undefined).on('close', () => client.destroy());
    client.pipe(server);
    server.pipe(client);
    if (isStalled) hold(pair);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as net.AddressInfo;
  return {
    uri(databaseName) {
      const uri = new URL(target);
      uri.port = String(port);
      uri.pathname = `/${databaseName}`;
      // The name that the replica set has for its member leads past the proxy.
      uri.searchParams.delete('replicaSet');
      uri.searchParams.set('directConnection', 'true');
      return uri.href;
    },
    stall() {
      isStalled = true;
      for (const pair of pairs) hold(pair);
    },
    cut() {
      isStalled = false;
      for (const [client, server] of pairs) {
        client.end();
        server.destroy();
      }
    },
    reset() {
      isStalled = false;
      for (const [client] of pairs) client.resetAndDestroy();
    },
    async close() {
      for (const [client] of pairs) client.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
