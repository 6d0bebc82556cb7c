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
    const reads = createKeptReads(send, () => 'ada');
    const read = async (): Promise<unknown[]> => {
      const response = await reads.fetch(new Request('http://localhost/model/schema/users'));
      return [response.status, response.headers.get('content-type'), await response.json()];
    };
    expect(await read()).toEqual([200, type, { a: 1 }]);
    expect(await read()).toEqual([200, type, { a: 1 }]);
    expect(sent).toEqual([null, '"1"']);
  },
);
