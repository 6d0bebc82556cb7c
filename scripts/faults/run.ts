// The run: a stage of processes, a load, and one fault after the other.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../core/clock.ts';
import { createLocalStorage } from '../../core/files/storage/local-storage.ts';
import { createStore, type Store } from '../../core/store/store.ts';
import { verifyDatabase } from '../../core/verify/verify-database.ts';
import { KINDS } from './kinds.ts';
import { createLedger, findLost } from './ledger.ts';
import { startLoad } from './load.ts';
import { createRandom, shuffled } from './random.ts';
import { startReplicaSet } from './replica-set.ts';
import { startService, type FaultyService } from './service-process.ts';

export interface RunSettings {
  faults: number;
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

const JSON_API = 'application/vnd.api+json';
/** For each process. */
const WRITERS = 3;
/** The service answers again within it. */
const BACK_MS = 15_000;

async function call(url: string, token: string, body: unknown, method = 'POST'): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': JSON_API, Accept: JSON_API, ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

const idOf = (answer: Record<string, unknown>): number => Number((answer['data'] as { id: string }).id);

/** Folders and a relation for the load. */
async function prepare({ url }: FaultyService, password: string) {
  const signedIn = await fetch(`${url}/auth`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: JSON_API },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const token = ((await signedIn.json()) as { meta: { jwt: string } }).meta.jwt;
  const make = (target: string, type: string, attributes: object) =>
    call(url + target, token, { data: { type, attributes } });
  const relation = idOf(await make('/model/relations', 'relations', { name: 'cites', inverse_name: 'cited_by' }));
  for (const side of ['left', 'right'])
    await call(
      `${url}/model/relations/${relation}/relationships/${side}_object_types`,
      token,
      { data: [{ type: 'object_types', id: 'documents' }] },
      'PATCH',
    );
  const folders: number[] = [];
  for (const title of ['One', 'Two', 'Three']) folders.push(idOf(await make('/folders', 'folders', { title })));
  return { token, folders };
}

/** Resolves when every process has acknowledged a write. @returns ms */
async function waitUntilBack(services: readonly FaultyService[], token: string): Promise<number> {
  const began = performance.now();
  const isBack = async ({ url }: FaultyService): Promise<boolean> => {
    const body = JSON.stringify({ data: { type: 'documents', attributes: { title: 'Is it back?' } } });
    const headers = { 'Content-Type': JSON_API, Accept: JSON_API, Authorization: `Bearer ${token}` };
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(`${url}/documents`, { method: 'POST', headers, body, signal }).catch(() => undefined);
    return answer?.status === 201;
  };
  await Promise.all(
    services.map(async (service) => {
      while (!(await isBack(service))) {
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

async function verified(store: Store, folder: string): Promise<string[]> {
  const faults: string[] = [];
  const database = { store, storage: createLocalStorage(path.join(folder, 'data', 'files')), clock: systemClock };
  const onFault = ({ invariant, detail }: { invariant: string; detail: string }) =>
    void faults.push(`verify: ${invariant}: ${detail}`);
  await verifyDatabase(database, { repair: false, quick: false, onFault });
  return faults;
}

/** @returns by kind, and all that was wrong, one line each */
export async function runFaults(
  folder: string,
  settings: RunSettings,
  say: (line: string) => void,
): Promise<{ results: KindResult[]; wrong: string[] }> {
  const random = createRandom(settings.seed);
  const replicaSet = await startReplicaSet(folder, settings.electionMs);
  const services: FaultyService[] = [];
  try {
    const environment = {
      MONGODB_URI: replicaSet.uri,
      DATA_DIR: path.join(folder, 'data'),
      ADMIN_PASSWORD: settings.password,
      JWT_SECRET: settings.password.repeat(2),
      JWT_TTL: '7d',
      LOG_LEVEL: 'error',
      UPLOAD_QUOTA: 'off',
      UPLOAD_MAX_FILES: 'off',
    };
    for (const name of ['A', 'B']) services.push(await startService(name, environment));
    const { token, folders } = await prepare(services[0] as FaultyService, settings.password);
    const ledger = createLedger();
    const store = createStore(replicaSet.connection.client, replicaSet.connection.db);
    const load = startLoad({
      services,
      token,
      relation: 'cites',
      folders,
      ledger,
      seed: settings.seed,
      writers: WRITERS,
    });
    const { acknowledgements, violations: wrong } = load;
    const byKind = new Map<string, KindResult>();
    let queue: string[] = [];
    await sleep(1_000);
    for (let n = 1; n <= settings.faults; n++) {
      if (queue.length === 0) queue = shuffled(Object.keys(KINDS), random);
      const kind = queue.shift() as string;
      const result = byKind.get(kind) ?? { kind, faults: 0, acknowledged: 0, lost: 0, outage: 0 };
      byKind.set(kind, result);
      const before = ledger.acknowledged;
      const from = performance.now();
      await KINDS[kind]?.({ replicaSet, services, random, stoppedMs: settings.stoppedMs });
      const back = await waitUntilBack(services, token);
      if (back > BACK_MS) wrong.push(`${kind}: ${(back / 1_000).toFixed(1)} s until the service answered again`);
      const to = performance.now();
      const lost = await findLost(store, ledger, false);
      if (n % settings.verifyEvery === 0) wrong.push(...(await verified(store, folder)));
      result.faults++;
      result.acknowledged += ledger.acknowledged - before;
      result.lost += lost.length;
      result.outage = Math.max(result.outage, longestGap(acknowledgements.splice(0), from, to));
      wrong.push(...lost.map((line) => `${kind}: lost: ${line}`));
      say(
        `${n} ${kind}: back after ${(back / 1_000).toFixed(1)} s, ${ledger.acknowledged} acknowledged, ${wrong.length} wrong`,
      );
    }
    await load.stop();
    const lost = await findLost(store, ledger, true);
    wrong.push(...lost.map((line) => `at the end: lost: ${line}`), ...(await verified(store, folder)));
    return { results: [...byKind.values()].sort((a, b) => a.kind.localeCompare(b.kind)), wrong };
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await replicaSet.close();
  }
}
