// READ_PREFERENCE on a replica set of three members (D576): the member that serves each request, and the data of a
// member that is behind.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { MongoClient, type CommandStartedEvent } from 'mongodb';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../../../core/config/config.ts';
import { startReplicaSet, type ReplicaSet } from '../../../scripts/faults/replica-set.ts';
import { openTestService, PATIENCE, type ResourceData, type TestService } from '../../support/service.ts';

const LONG = { timeout: 300_000, interval: 200 };

let folder: string;
let set: ReplicaSet;
let test: TestService;
let secondaries: string[];
/** Reads of content by the address of the member. */
let reads: { host: string; command: string; collection: string }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-secondaries-'));
  set = await startReplicaSet(folder, 10_000);
  // Until then they send no reply.
  await vi.waitFor(async () => expect(await states()).toEqual([1, 2, 2]), LONG);
  secondaries = (await set.secondaries()).map(({ host }) => host);
  test = await openTestService({
    env: { READ_PREFERENCE: 'secondaryPreferred' },
    mongodbUri: `${set.uri}&${String(new URLSearchParams(PATIENCE))}&monitorCommands=true&localThresholdMS=10000`,
  });
  test.service.services.store.client.on('commandStarted', ({ address, commandName, command }: CommandStartedEvent) => {
    const collection: unknown = (command as Record<string, unknown>)[commandName];
    // Publication dates that pass are looked for in the background.
    if (/"visible_(from|to)":\{"\$gt":/.test(JSON.stringify(command['filter'] ?? {}))) return;
    if (['find', 'aggregate'].includes(commandName) && /^(documents\.|objects$|trees$)/.test(String(collection))) {
      reads.push({ host: address, command: commandName, collection: String(collection) });
    }
  });
});
afterEach(() => {
  reads = [];
});
afterAll(async () => {
  await test?.close();
  await set?.close();
  await rm(folder, { recursive: true, force: true });
});

interface MemberStatus {
  name: string;
  /** 1 is the primary, 2 a secondary. */
  state: number;
  syncSourceHost: string;
}

async function membersOf(set: ReplicaSet): Promise<MemberStatus[]> {
  const status = await set.connection.client.db('admin').command({ replSetGetStatus: 1 });
  return status['members'] as MemberStatus[];
}

const states = async (): Promise<number[]> => (await membersOf(set)).map(({ state }) => state).sort();

/** A secondary that the other one does not copy from: that one could confirm no writes while it is held. */
async function lastInChain(): Promise<string> {
  const members = await membersOf(set);
  const sources = new Set(members.map(({ syncSourceHost }) => syncSourceHost));
  const last = members.find(({ name, state }) => state === 2 && !sources.has(name));
  return last?.name ?? expect.fail('each secondary copies from the other');
}

const hosts = (): string[] => [...new Set(reads.map(({ host }) => host))];
const create = (): Promise<ResourceData> => test.editor.create('/documents', { title: 'Old', status: 'on' });
const titleIn = ({ body }: { body: unknown }): unknown =>
  (body as { data: ResourceData | ResourceData[] }).data instanceof Array
    ? (body as { data: ResourceData[] }).data[0]?.attributes['title']
    : (body as { data: ResourceData }).data.attributes['title'];

it('reads without a token go to secondaries, all others to the primary', async () => {
  const { id } = await create();
  reads = [];
  for (const path of [
    `/documents/${id}`,
    '/documents',
    '/objects?filter[type]=documents',
    '/folders?filter[roots]=1',
  ]) {
    await test.anonymous.get(path);
  }
  expect(reads.length).toBeGreaterThan(4);
  expect(reads.filter(({ host }) => !secondaries.includes(host))).toEqual([]);
  reads = [];
  for (const client of [test.reader, test.editor]) {
    expect((await client.get(`/documents/${id}`)).status).toBe(200);
    await client.get('/documents?q=old');
  }
  await test.editor.patch(`/documents/${id}`, { data: { id, type: 'documents', attributes: { title: 'New' } } });
  expect((await test.anonymous.get('/auth/user')).status).toBe(401);
  expect(reads.length).toBeGreaterThan(4);
  expect(hosts().filter((host) => secondaries.includes(host))).toEqual([]);
});

it('callers always see their own writes, even if a member lags behind', async () => {
  const { id } = await create();
  const behind = await lastInChain();
  const [, credentials = ''] = /mongodb:\/\/([^@]*@)/.exec(set.uri) ?? [];
  const member = new MongoClient(`mongodb://${credentials}${behind}/?directConnection=true&authSource=local`);
  const until = async (title: string) => {
    for (;;) {
      const { titles } = await seenBy(test.anonymous);
      if (titles.every((each) => each === title)) return;
    }
  };
  const seenBy = async (client: TestService['reader']) => {
    const answers = [];
    for (let n = 0; n < 10; n++)
      answers.push(await client.get(`/documents/${id}`), await client.get('/documents?sort=-id'));
    return { titles: answers.map((answer) => (answer.status === 200 ? titleIn(answer) : answer.status)) };
  };
  await until('Old');
  // It returns its data, and applies no further changes.
  await member.db('admin').command({ fsync: 1, lock: true });
  try {
    for (let round = 1; round <= 5; round++) {
      const title = `New ${round}`;
      const body = { data: { id, type: 'documents', attributes: { title } } };
      // Several concurrent callers, so that shared reads are tested too.
      const [changed, own, ...others] = await Promise.all([
        test.editor.patch(`/documents/${id}`, body),
        test.editor.get('/documents'),
        ...Array.from({ length: 5 }, () => test.anonymous.get(`/documents/${id}`)),
      ]);
      expect([changed.status, own.status, ...others.map(({ status }) => status)]).toEqual(Array(7).fill(200));
      const [seen, stale] = await Promise.all([seenBy(test.editor), seenBy(test.anonymous)]);
      expect(new Set(seen.titles)).toEqual(new Set([title]));
      // Otherwise the test would prove nothing.
      if (round === 5) expect(stale.titles).toContain('Old');
    }
  } finally {
    await member.db('admin').command({ fsyncUnlock: 1 });
    await member.close();
  }
  await until('New 5');
});

it('nothing goes to secondaries while anonymous callers may write', async () => {
  const { id } = await create();
  const attributes = {
    endpoint_name: 'annotations',
    application_id: 1,
    role_id: null,
    anonymous: true,
    read: true,
    write: true,
  };
  const { id: row } = await test.admin.create('/admin/endpoint_permissions', attributes);
  reads = [];
  await test.anonymous.get(`/documents/${id}`);
  expect(hosts().filter((host) => secondaries.includes(host))).toEqual([]);
  expect(reads.length).toBeGreaterThan(0);
  expect((await test.admin.delete(`/admin/endpoint_permissions/${row}`)).status).toBe(204);
  reads = [];
  await test.anonymous.get(`/documents/${id}`);
  expect(reads.length).toBeGreaterThan(0);
  expect(hosts().every((host) => secondaries.includes(host))).toBe(true);
});

it('the setting is refused together with shared caches', () => {
  const both = { READ_PREFERENCE: 'secondaryPreferred', PUBLIC_CACHE: '*:30s', JWT_SECRET: 'x'.repeat(40) };
  expect(() => readConfig(both)).toThrow('READ_PREFERENCE and PUBLIC_CACHE exclude each other');
  expect(() => readConfig({ ...both, READ_PREFERENCE: 'primary' })).toThrow('PUBLIC_CACHE needs PUBLIC_URL');
  expect(readConfig({ ...both, PUBLIC_CACHE: 'off' }).readPreference).toBe('secondaryPreferred');
});
