// Faults of systems around a service other than its database: disks, clients, clocks, a bucket, mails, a provider of
// identities. Each resolves when it is undone, with the fault of this time.
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../core/store/store.ts';
import type { Doubles } from './doubles.ts';
import type { SmallDisk } from './disks.ts';
import { MODES, type Gate } from './gate.ts';
import type { Stage } from './kinds.ts';
import { PROVIDER, SIGNED_IN } from './prepare.ts';
import type { Requests } from './requests.ts';
import type { FaultyService } from './service-process.ts';

export interface World extends Stage {
  doubles: Doubles;
  requests: Requests;
  store: Store;
  /** Of the service: its running uploads. */
  disk: SmallDisk | undefined;
}

type WorldFault = (world: World) => Promise<string>;

/** A mongod whose disk is full ends by itself once its journal needs more room: so many times as long as others stand still. */
const DISK_ENDS = 4;
/** More than a request waits for a majority. */
const LONG_HOLD_MS = 12_000;
/** The service responds again within it. */
const BACK_MS = 15_000;
const MINUTE = 60_000;
const SHIFTS: readonly number[] = [-26 * 60, -10, 10, 26 * 60].map((minutes) => minutes * MINUTE);
const CLOCK = fileURLToPath(new URL('shifted-clock.mjs', import.meta.url));

const oneOf = <T>(all: readonly T[], { random }: Stage): T => all[random.below(all.length)] as T;

/** Undoes in any case. */
async function during<T>(work: () => Promise<T>, undo: () => unknown): Promise<T> {
  try {
    return await work();
  } finally {
    await undo();
  }
}

async function fullMember(world: World): Promise<string> {
  const member = await world.replicaSet.primary();
  const { disk } = member;
  if (!disk) return 'no separate disk';
  const refill = setInterval(() => void disk.fill(), 500);
  await disk.fill();
  const ended = await Promise.race([
    member.ended().then(() => 'it ended'),
    sleep(DISK_ENDS * world.stoppedMs, 'it was ended'),
  ]);
  clearInterval(refill);
  await member.signal('SIGKILL').catch(() => undefined);
  await sleep(500);
  await disk.empty();
  await member.restart();
  return ended;
}

/** Uploads are taken again within the time. */
async function untilUploads({ services, requests }: World): Promise<void> {
  const deadline = performance.now() + BACK_MS;
  for (const service of services) {
    const upload = () => requests.send({ service, method: 'POST', path: '/streams/upload/back.txt', body: 'Back?' });
    while (!(await upload()).isAcknowledged) {
      if (performance.now() > deadline) {
        requests.violations.push(`${service.name} takes no uploads after ${BACK_MS / 1_000} s`);
        break;
      }
      await sleep(200);
    }
  }
}

async function fullUploads(world: World): Promise<string> {
  const { disk, stoppedMs } = world;
  if (!disk) return 'no separate disk';
  await during(
    async () => {
      await disk.fill();
      await sleep(stoppedMs);
    },
    () => disk.empty(),
  );
  await untilUploads(world);
  return '';
}

/** There is a primary, but no majority has its writes. */
async function heldSecondaries({ replicaSet, stoppedMs }: World): Promise<string> {
  const members = await replicaSet.secondaries();
  const ends = await Promise.all(members.map((member) => member.holdWrites()));
  const ms = stoppedMs < 3_000 ? stoppedMs : LONG_HOLD_MS;
  await sleep(ms);
  for (const end of ends) await end();
  return `${(ms / 1_000).toFixed(1)} s`;
}

const head = (lines: readonly string[]): string => [...lines, '', ''].join('\r\n');

/** Clients at one service that send slowly, say nothing, or nonsense, and go away in the middle. */
async function badClients({ services, stoppedMs, random, requests }: World): Promise<string> {
  const authorization = `Authorization: Bearer ${requests.token}`;
  const post = (target: string, length: number): string =>
    head([
      `POST ${target} HTTP/1.1`,
      'Host: localhost',
      authorization,
      `Content-Length: ${length}`,
      'Content-Type: application/vnd.api+json',
    ]);
  const begins: readonly (() => string)[] = [
    () => post('/streams/upload/cut.txt', 1_000_000) + 'z'.repeat(random.below(60_000)),
    () => post('/documents', 100),
    () => 'GET /documents HTTP/1.1\r\nHos',
    () => '\x16\x03\x01nonsense\r\n\r\n',
    () => head(['GET /documents?page_size=100 HTTP/1.1', 'Host: localhost', authorization]).repeat(20),
    () => '',
  ];
  const sockets: net.Socket[] = [];
  for (const { url } of services)
    for (let n = 0; n < 5; n++)
      for (const begin of begins) {
        const socket = net.connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
        // The response is not read.
        socket.pause().write(begin());
        sockets.push(socket);
      }
  const dribble = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write(' ')), 100);
  await sleep(stoppedMs);
  clearInterval(dribble);
  for (const socket of sockets) random.below(2) === 0 ? socket.resetAndDestroy() : socket.destroy();
  return `${sockets.length} clients`;
}

async function otherClock(world: World): Promise<string> {
  const { services, stoppedMs } = world;
  const service = oneOf(services, world);
  const shift = oneOf(SHIFTS, world);
  const restart = async (settings?: Record<string, string>): Promise<void> => {
    service.disturbed = { from: performance.now(), to: Infinity };
    service.signal('SIGTERM');
    await service.restart(settings);
    service.disturbed.to = performance.now();
  };
  await restart({ NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_SHIFT_MS: String(shift) });
  await sleep(stoppedMs);
  await restart();
  return `${shift / MINUTE} minutes`;
}

/** The load continues during this time, with uploads and mails. */
async function behindGate(world: World, gate: Gate, work: () => Promise<unknown> = () => Promise.resolve()) {
  const mode = oneOf(MODES, world);
  gate.set(mode);
  await during(
    () => Promise.all([sleep(world.stoppedMs), work()]),
    () => gate.set('open'),
  );
  return mode;
}

async function badBucket(world: World): Promise<string> {
  const mode = await behindGate(world, world.doubles.bucket);
  await untilUploads(world);
  return mode;
}

const AT_ONCE = 3;

/** Begins to sign in through the provider, whose metadata are fetched again. */
async function badProvider(world: World): Promise<string> {
  const { services, store, doubles, requests } = world;
  const body = { auth_provider: PROVIDER, redirect_uri: SIGNED_IN };
  const headers = { 'Content-Type': 'application/json' };
  const begin = (service: FaultyService) =>
    requests.send({ service, method: 'POST', path: '/auth/authorization', body, headers });
  // As a change of its parameters does it.
  await store.authProviders.updateOne({ name: PROVIDER }, { $inc: { revision: 1 } });
  const mode = await behindGate(world, doubles.provider, () =>
    Promise.all(services.flatMap((service) => Array.from({ length: AT_ONCE }, () => begin(service)))),
  );
  for (const service of services)
    if (!(await begin(service)).isAcknowledged)
      requests.violations.push(`${service.name} begins no sign-in when its provider is back`);
  return mode;
}

export const WORLD_KINDS: Readonly<Record<string, WorldFault>> = {
  'disk of the primary, full': fullMember,
  'disk of the uploads, full': fullUploads,
  'both secondaries write nothing': heldSecondaries,
  'clients, slow and cut': badClients,
  'clock of a service': otherClock,
  bucket: badBucket,
  'mail server': (world) => behindGate(world, world.doubles.mailServer),
  'identity provider': badProvider,
};
