// Clients that disconnect while their file is inspected (issue 6).
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picturesWaiting, pictureWork } from '../../../core/files/media/sharp-work.ts';
import { serviceForTests } from '../../support/service.ts';
import { filesUnder, NO_TRACES, traces } from '../../support/files/upload-traces.ts';
import { newPicture } from '../../support/files/uploads.ts';

const t = serviceForTests();
let server: Server;
beforeAll(async () => {
  server = createServer(t.service.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

const until = async (state: () => boolean | Promise<boolean>): Promise<void> => {
  for (let turn = 0; turn < 500 && !(await state()); turn++) await sleep(20);
};

const connections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

test('an upload is not stored when the client disconnects while the picture is decoded', async () => {
  let release = (): void => undefined;
  const held = pictureWork('upload', () => new Promise<void>((resolve) => (release = resolve)));
  const sent = request({
    port: (server.address() as AddressInfo).port,
    path: '/streams/upload/a.png',
    method: 'POST',
    headers: { Authorization: `Bearer ${t.admin.token ?? ''}`, 'Content-Type': 'image/png' },
  });
  sent.on('error', () => undefined).end(await newPicture());
  await until(() => picturesWaiting('upload') === 1);
  expect(picturesWaiting('upload')).toBe(1);
  sent.destroy();
  await until(async () => (await connections()) === 0);
  release();
  await held;
  await until(async () => (await filesUnder(t.dataDir)).length === 0);
  expect(await traces(t)).toEqual(NO_TRACES);
  expect(t.loggedErrors).toEqual([]);
});
