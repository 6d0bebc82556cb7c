// Many clients write few objects in random order while the service is killed and started again; the stored data is
// compared with a simple model (test/support/writes/write-model.ts).
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { createLocalStorage } from '../../../core/files/storage/local-storage.ts';
import { connect } from '../../../core/store/connection/connect.ts';
import { createStore, type Store } from '../../../core/store/store.ts';
import { startServiceProcess } from '../../support/processes/service-processes.ts';
import { assertTotals } from '../../support/database/stored.ts';
import { faultsIn } from '../../support/database/verified.ts';
import { carryOut, OPERATIONS, storedFaults, type Operation, type World } from '../../support/writes/write-model.ts';

const CLIENTS = 6;
const KILLS = 2;
const uri = new URL(inject('mongodbUri'));
uri.pathname = `/test_${randomUUID().slice(0, 18)}`;
let folder = '';
let store: Store;
let world: World;

const start = () => startServiceProcess(uri.href, { DATA_DIR: folder, LEGACY_ROOT: 'off' });

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-model-'));
  const { client, db } = await connect(uri.href);
  store = createStore(client, db);
  world = { service: await start(), documents: [], folders: [], known: new Map(), failures: [] };
  const post = async (where: string, data: unknown): Promise<string> => {
    const response = await fetch(world.service.url + where, {
      method: 'POST',
      headers: { Authorization: `Bearer ${world.service.token}`, 'Content-Type': 'application/vnd.api+json' },
      body: JSON.stringify({ data }),
    });
    return ((await response.json().catch(() => ({}))) as { data?: { id: string } }).data?.id ?? '';
  };
  const relation = { name: 'cites', inverse_name: 'cited_by' };
  const id = await post('/model/relations', { type: 'relations', attributes: relation });
  for (const side of ['left', 'right'])
    await post(`/model/relations/${id}/relationships/${side}_object_types`, [
      { type: 'object_types', id: 'documents' },
    ]);
  for (const title of ['A', 'B', 'C'])
    world.folders.push(await post('/folders', { type: 'folders', attributes: { title } }));
  for (let at = 0; at < 5; at++) await carryOut(world, { name: 'create', at, other: 0 });
});
afterAll(async () => {
  await world.service.stop();
  await store.db.dropDatabase();
  await store.client.close();
  await rm(folder, { recursive: true, force: true });
});

const operation = fc.record({ name: fc.constantFrom(...OPERATIONS), at: fc.nat(1000), other: fc.nat(1000) });
const work = fc.array(fc.array(operation, { minLength: 40, maxLength: 40 }), {
  minLength: CLIENTS,
  maxLength: CLIENTS,
});

/** Continues with the next request when the service ends during one. */
async function client(operations: readonly Operation[]): Promise<void> {
  for (const each of operations) {
    await carryOut(world, each).catch(async (error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      await sleep(20);
    });
  }
}

/** Kills the service and starts another one, some times. */
async function killAgainAndAgain(): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(700 + Math.random() * 800);
    await world.service.kill();
    world.service = await start();
  }
}

it('no write is lost, repeated or incomplete, under concurrency and kills of the service', async () => {
  await fc.assert(
    fc.asyncProperty(work, async (operations) => {
      const killing = killAgainAndAgain();
      // The interruption of a kill is short: clients continue until the last kill.
      await Promise.all(operations.map(client));
      await killing;
      await Promise.all(operations.map((own) => client(own.slice(0, 15))));
      expect(world.failures.filter((status) => status !== 503)).toEqual([]);
      expect(await storedFaults(store, world.known)).toEqual([]);
      expect(await faultsIn({ store, storage: createLocalStorage('no files'), clock: systemClock })).toEqual([]);
      for (const type of ['documents', 'folders']) await assertTotals(store, type);
      const sure = [...world.known.values()].reduce((sum, each) => sum + each.sure, 0);
      expect([sure > 10, world.documents.length > 10]).toEqual([true, true]);
    }),
    { numRuns: 2, endOnFailure: true },
  );
});
