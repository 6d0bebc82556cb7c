// The progress of uploads with colophon/client.
import { expect, it } from 'vitest';
import { createClient, watched } from '../../core/client/index.ts';
import { openListeningService } from '../support/clients/listening-service.ts';

it('is told in steps of 64 KB, and the file arrives as it is', async () => {
  const listening = await openListeningService();
  try {
    const client = createClient({
      url: listening.url,
      tokens: { access: listening.test.admin.token ?? '', refresh: '', expires: Infinity },
    });
    const bytes = Uint8Array.from({ length: 200_000 }, (_, value) => value % 251);
    const told: [number, number][] = [];
    const { data } = await client.post('/streams/upload/{file_name}', {
      path: { file_name: 'large.bin' },
      body: watched(new Blob([bytes]), (sent, total) => told.push([sent, total])),
    });
    const all = bytes.length;
    expect(told.map(([sent]) => sent)).toEqual([65_536, 131_072, 196_608, all]);
    expect(new Set(told.map(([, total]) => total))).toEqual(new Set([all]));
    const back = await client.fetch(`${client.url}/streams/download/${data.id}`);
    expect(new Uint8Array(await back.arrayBuffer())).toEqual(bytes);
  } finally {
    await listening.close();
  }
});
