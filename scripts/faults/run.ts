// The run: a stage of processes, a load, and one fault after the other.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../core/clock.ts';
import { parseStorageUrl } from '../../core/config/storage-setting.ts';
import type { FileStorage } from '../../core/files/storage/file-storage.ts';
import { openStorage } from '../../core/files/storage/open-storage.ts';
import { createCurrentReads } from '../../core/store/recorded/current-reads.ts';
import { createStore, type Store } from '../../core/store/store.ts';
import { verifyDatabase } from '../../core/verify/verify-database.ts';
import { CommandError } from '../command-line.ts';
import { mountSmallDisk } from './disks.ts';
import { BUCKET_CREDENTIALS, startDoubles } from './doubles.ts';
import { KINDS } from './kinds.ts';
import { createLedger, findLost, type Ledger } from './ledger.ts';
import { startLoad } from './load.ts';
import { prepare } from './prepare.ts';
import { createRandom, shuffled } from './random.ts';
import { startReplicaSet, type Mount } from './replica-set.ts';
import { createRequests, type Requests } from './requests.ts';
import { startService, type FaultyService } from './service-process.ts';
import { WORLD_KINDS, type World } from './world-kinds.ts';

export interface RunSettings {
  faults: number;
  /** In the names of its faults. */
  only: string;
  seed: number;
  electionMs: number;
  stoppedMs: number;
  verifyEvery: number;
  password: string;
}

export interface KindResult {
  kind: string;
  faults: number;
  acknowledged: number;
  lost: number;
  /** Longest time without an acknowledged write, ms. */
  outage: number;
}

/** For each process. */
const WRITERS = 3;
/** The service responds again within it. */
const BACK_MS = 15_000;
/** Of disks, where they can be mounted: for the data of a member, and for the uploads of the services. */
const MEMBER_DISK_MB = 1_536;
const UPLOAD_DISK_MB = 96;

/** Resolves when every process has acknowledged a write. @returns ms */
async function waitUntilBack(services: readonly FaultyService[], requests: Requests): Promise<number> {
  const began = performance.now();
  const body = { data: { type: 'documents', attributes: { title: 'Is it back?' } } };
  await Promise.all(
    services.map(async (service) => {
      while (!(await requests.send({ service, method: 'POST', path: '/documents', body })).isAcknowledged) {
        if (performance.now() - began > 4 * BACK_MS) return;
        await sleep(50);
      }
    }),
  );
  return performance.now() - began;
}

/** The longest time without an acknowledgement, ms. */
function longestGap(times: readonly number[], from: number, to: number): number {
  const within = [from, ...times.filter((time) => time > from && time < to), to];
  return Math.max(...within.slice(1).map((time, at) => time - (within[at] ?? from)));
}

async function verified(store: Store, storage: FileStorage): Promise<string[]> {
  const faults: string[] = [];
  const onFault = ({ invariant, detail }: { invariant: string; detail: string }) =>
    void faults.push(`verify: ${invariant}: ${detail}`);
  await verifyDatabase({ store, storage, clock: systemClock }, { repair: false, quick: false, onFault });
  return faults;
}

interface Opened {
  world: World;
  storage: FileStorage;
  folders: readonly number[];
  ledger: Ledger;
}

/** @param endings cleanup functions, in the order of opening */
async function open(folder: string, settings: RunSettings, endings: (() => Promise<unknown>)[]): Promise<Opened> {
  const { electionMs, password, seed, stoppedMs } = settings;
  const dataDir = path.join(folder, 'data');
  const disk = await mountSmallDisk(dataDir, UPLOAD_DISK_MB);
  if (disk) endings.push(() => disk.unmount());
  const doubles = await startDoubles(folder);
  endings.push(() => doubles.close());
  const mount: Mount = (of) => mountSmallDisk(of, MEMBER_DISK_MB);
  const replicaSet = await startReplicaSet(folder, electionMs, mount);
  endings.push(() => replicaSet.close());
  const environment = {
    ...doubles.settings,
    MONGODB_URI: replicaSet.uri,
    DATA_DIR: dataDir,
    DISK_RESERVE: '8mb',
    ADMIN_PASSWORD: password,
    JWT_SECRET: password.repeat(2),
    JWT_TTL: '7d',
    LOG_LEVEL: 'error',
    PROVIDER_PRIVATE_NETWORKS: 'on',
    UPLOAD_QUOTA: 'off',
    UPLOAD_MAX_FILES: 'off',
    RATE_LIMIT: 'off',
  };
  const services: FaultyService[] = [];
  endings.push(() => Promise.all(services.map((service) => service.stop())));
  for (const name of ['A', 'B']) services.push(await startService(name, environment));
  const [first] = services as [FaultyService];
  const { token, folders } = await prepare(first.url, password, doubles);
  const ledger = createLedger();
  const requests = createRequests(token, ledger);
  const store = createStore(replicaSet.connection.client, replicaSet.connection.db);
  Object.assign(process.env, BUCKET_CREDENTIALS);
  const storageUrl = parseStorageUrl(doubles.storageUrl);
  const storage = await openStorage({ storageUrl, dataDir }, store);
  endings.push(() => storage.close());
  const random = createRandom(seed);
  return {
    world: { replicaSet, services, random, stoppedMs, doubles, requests, store, disk },
    storage,
    folders,
    ledger,
  };
}

/** The faults that this machine permits. */
function possibleKinds(
  { disk, replicaSet }: World,
  only: string,
): Record<string, (world: World) => Promise<string | void>> {
  const all = { ...KINDS, ...WORLD_KINDS };
  const isLeftOut = (kind: string): boolean =>
    (!disk && kind === 'disk of the uploads, full') ||
    (replicaSet.members.some((member) => !member.disk) && kind === 'disk of the primary, full');
  const kinds = Object.entries(all).filter(([kind]) => kind.includes(only) && !isLeftOut(kind));
  if (kinds.length === 0) throw new CommandError(`no fault has "${only}" in its name`);
  return Object.fromEntries(kinds);
}

/** @returns by kind, and all that was wrong, one line each */
export async function runFaults(
  folder: string,
  settings: RunSettings,
  say: (line: string) => void,
): Promise<{ results: KindResult[]; wrong: string[] }> {
  const endings: (() => Promise<unknown>)[] = [];
  try {
    const { world, storage, folders, ledger } = await open(folder, settings, endings);
    const { services, requests, store, random, doubles } = world;
    const { acknowledgements, violations: wrong } = requests;
    // A member that was stopped takes itself for the primary for a moment, and returns old data.
    const readCurrent = createCurrentReads(store, world.replicaSet.connection.primary);
    const looking = { came: doubles.mails, readCurrent };
    const kinds = possibleKinds(world, settings.only);
    if (!world.disk) say('disks that can be filled are left out: this user may not mount any');
    const { seed } = settings;
    const endLoad = startLoad({ services, requests, folders, ledger, seed, writers: WRITERS });
    const byKind = new Map<string, KindResult>();
    let queue: string[] = [];
    let said = 0;
    await sleep(1_000);
    for (let n = 1; n <= settings.faults; n++) {
      if (queue.length === 0) queue = shuffled(Object.keys(kinds), random);
      const kind = queue.shift() as string;
      const result = byKind.get(kind) ?? { kind, faults: 0, acknowledged: 0, lost: 0, outage: 0 };
      byKind.set(kind, result);
      const before = ledger.acknowledged;
      const from = performance.now();
      const what = await kinds[kind]?.(world);
      const back = await waitUntilBack(services, requests);
      if (back > BACK_MS) wrong.push(`${kind}: ${(back / 1_000).toFixed(1)} s until the service answered again`);
      const to = performance.now();
      const lost = await findLost(store, ledger, false, looking);
      if (n % settings.verifyEvery === 0) wrong.push(...(await readCurrent(() => verified(store, storage))));
      result.faults++;
      result.acknowledged += ledger.acknowledged - before;
      result.lost += lost.length;
      result.outage = Math.max(result.outage, longestGap(acknowledgements.splice(0), from, to));
      wrong.push(...lost.map((line) => `${kind}: lost: ${line}`));
      for (const line of wrong.slice(said)) say(`  ${line}`);
      said = wrong.length;
      const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
      say(
        `${n} ${kind}${what ? ` (${what})` : ''}, ${seconds(to - from)} s: back after ${seconds(back)} s, ${ledger.acknowledged} acknowledged, ${wrong.length} wrong`,
      );
    }
    await endLoad();
    const lost = await findLost(store, ledger, true, looking);
    wrong.push(
      ...lost.map((line) => `at the end: lost: ${line}`),
      ...(await readCurrent(() => verified(store, storage))),
    );
    return { results: [...byKind.values()].sort((a, b) => a.kind.localeCompare(b.kind)), wrong };
  } finally {
    for (const end of endings.reverse()) await end().catch((error: unknown) => say(String(error)));
  }
}
