// Operations on connections that are closed during them end (core/store/connection/closed-connections.ts).
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isUnavailable } from '../../../core/store/connection/availability.ts';
import { connect, type Connection } from '../../../core/store/connection/connect.ts';
import { openDatabaseProxy, type DatabaseProxy } from '../../support/database/database-proxy.ts';

let proxy: DatabaseProxy;
let connection: Connection;

beforeEach(async () => {
  proxy = await openDatabaseProxy();
  connection = await connect(proxy.uri('test_closed_connections'));
});

afterEach(async () => {
  await connection.db.dropDatabase().catch(() => undefined);
  await connection.client.close();
  await proxy.close();
});

it('a write that exceeds the buffers of an unresponsive server fails with its connection', async () => {
  const notes = connection.db.collection('notes');
  await notes.insertOne({ text: 'small' });
  proxy.stall();
  await expect(notes.insertOne({ bytes: Buffer.alloc(14_000_000) })).rejects.toThrow();
  proxy.cut();
});

it('a write whose connection fails while it is sent fails with the database unavailable', async () => {
  const notes = connection.db.collection('notes');
  await notes.insertOne({ text: 'small' });
  const failures: unknown[] = [];
  for (let round = 0; round < 3; round++) {
    proxy.stall();
    // It is tried again, unless the heartbeat has failed first.
    const written = notes
      .insertOne({ bytes: Buffer.alloc(14_000_000) })
      .catch((error: unknown) => failures.push(error));
    await sleep(300);
    proxy.reset();
    await written;
  }
  expect(failures.filter((error) => !isUnavailable(error))).toEqual([]);
});

it('a read on a connection that has just closed still succeeds', async () => {
  const notes = connection.db.collection('notes');
  let sent = 0;
  // A busy machine sends few in each round.
  for (let round = 0; round < 10 || sent <= 100; round++) {
    await notes.findOne({});
    const reads: Promise<unknown>[] = [];
    let isOver = false;
    const read = (): void => {
      if (isOver) return;
      reads.push(notes.findOne({}).catch(() => undefined));
      // Callbacks of this event run before the driver notices an end.
      setImmediate(read);
    };
    read();
    await sleep(20);
    proxy.cut();
    await sleep(30);
    isOver = true;
    sent += reads.length;
    const ended = Promise.all(reads).then(() => 'all have ended');
    expect(await Promise.race([ended, sleep(300_000, 'some wait', { ref: false })])).toBe('all have ended');
  }
});
