// A test service with a real port, for clients that have their own `fetch`.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTestService, type TestService, type TestServiceOptions } from '../service.ts';

export interface ListeningService {
  test: TestService;
  /** `http://127.0.0.1:{port}` */
  url: string;
  /** Such as `GET /home`, in the order of arrival. */
  requests: string[];
  /** How many requests have no whole response yet, and a client that waits for it. */
  openRequests(): number;
  close(): Promise<void>;
}

export async function openListeningService(options?: TestServiceOptions): Promise<ListeningService> {
  const test = await openTestService(options);
  const requests: string[] = [];
  let open = 0;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    open++;
    response.on('close', () => open--);
    test.service.app(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    test,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    openRequests: () => open,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await test.close();
    },
  };
}
