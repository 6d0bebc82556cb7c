// Kept responses of colophon/client (core/client/kept-reads.ts).
import { expect, it } from 'vitest';
import { createKeptReads } from '../../core/client/kept-reads.ts';

it.each(['application/vnd.api+json', 'application/schema+json', 'application/json; charset=utf-8'])(
  'a kept body has its media type again: %s',
  async (type) => {
    const sent: (string | null)[] = [];
    const send = (request: Request): Promise<Response> => {
      const tag = request.headers.get('if-none-match');
      sent.push(tag);
      const response = tag
        ? new Response(null, { status: 304, headers: { etag: tag } })
        : new Response('{"a":1}', { headers: { etag: '"1"', 'content-type': type } });
      return Promise.resolve(response);
    };
    const reads = createKeptReads(send, () => 0);
    const read = async (): Promise<unknown[]> => {
      const response = await reads(new Request('http://localhost/model/schema/users'));
      return [response.status, response.headers.get('content-type'), await response.json()];
    };
    expect(await read()).toEqual([200, type, { a: 1 }]);
    expect(await read()).toEqual([200, type, { a: 1 }]);
    expect(sent).toEqual([null, '"1"']);
  },
);

it('are none for another caller, not even for one who has signed in while a response was on its way', async () => {
  let caller = 0;
  const sent: (string | null)[] = [];
  const begun: (() => void)[] = [];
  const reads = createKeptReads(
    async (request) => {
      sent.push(request.headers.get('if-none-match'));
      await new Promise<void>((resolve) => begun.push(resolve));
      return new Response('{}', { headers: { etag: '"1"', 'content-type': 'application/json' } });
    },
    () => caller,
  );
  const url = 'http://localhost/documents';
  const first = reads(new Request(url));
  // Signed in as another user before the response.
  caller++;
  begun.shift()?.();
  await first;
  const second = reads(new Request(url));
  begun.shift()?.();
  await second;
  expect(sent).toEqual([null, null]);
});
