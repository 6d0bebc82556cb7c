// A steady mix of writes to two processes, by writers with separate objects, and the response to each.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { changingWrites } from './changing-writes.ts';
import { RELATION } from './prepare.ts';
import { createRandom } from './random.ts';
import type { Ledger, Written } from './ledger.ts';
import type { Answer, Requests, Sent } from './requests.ts';
import type { FaultyService } from './service-process.ts';

const PAUSE_MS = 15;

interface LoadParts {
  services: readonly FaultyService[];
  requests: Requests;
  folders: readonly number[];
  ledger: Ledger;
  seed: number;
  /** For each process. */
  writers: number;
}

const item = (type: string, id: number): object => ({ type, id: String(id) });

/** Writes that belong to no document. */
function otherWrites(post: (path: string, body: unknown) => Promise<Answer>, ledger: Ledger, nextNumber: () => number) {
  return {
    async upload(): Promise<void> {
      const number = nextNumber();
      const content = `File ${number} ${'y'.repeat(2_000)}`;
      const stored = await post(`/streams/upload/${number}.txt`, content);
      if (stored.isAcknowledged)
        ledger.files.push({ id: stored.id, sha1: createHash('sha1').update(content).digest('hex') });
    },
    async tag(): Promise<void> {
      const name = `tag-${nextNumber()}`;
      const made = await post('/model/tags', { data: { type: 'tags', attributes: { name } } });
      if (made.isAcknowledged) ledger.tags.push(name);
    },
  };
}

interface WriterParts extends Pick<LoadParts, 'requests' | 'folders' | 'ledger'> {
  service: FaultyService;
  /** Of all writers. */
  numbers: { next(): number; isOdd(): boolean };
  random: ReturnType<typeof createRandom>;
}

/** Writes of one writer. */
function writesOf({ service, requests, folders, ledger, numbers, random }: WriterParts) {
  const nextNumber = numbers.next;
  const send = (sent: Omit<Sent, 'service'>): Promise<Answer> => requests.send({ service, ...sent });
  const post = (path: string, body: unknown): Promise<Answer> => send({ method: 'POST', path, body });
  const changing = changingWrites({ post, send, ledger, folders, random, nextNumber });

  const note = (written: Written): void => void ledger.unchecked.add(written);

  async function create(): Promise<{ written: Written; etag: string | undefined } | undefined> {
    const title = `Number ${nextNumber()}`;
    const attributes = { title, body: 'x'.repeat(500) };
    const made = await post('/documents', { data: { type: 'documents', attributes } });
    if (!made.isAcknowledged) return undefined;
    const written: Written = { id: Number(made.id), titles: new Set([title]), gone: 'no', isOn: false };
    ledger.documents.set(written.id, written);
    note(written);
    return { written, etag: made.etag };
  }

  /** Changes a title, every second time on the condition that it is as it was. @returns whether it is known how it ended */
  async function change(written: Written, etag: string | undefined): Promise<boolean> {
    const title = `Title ${nextNumber()}`;
    const before = [...written.titles];
    written.titles.add(title);
    note(written);
    const changed = await send({
      method: 'PATCH',
      path: `/documents/${written.id}`,
      body: { data: { ...item('documents', written.id), attributes: { title } } },
      headers: etag !== undefined && numbers.isOdd() ? { 'If-Match': etag } : {},
    });
    if (!changed.isAcknowledged) return false;
    for (const other of before) written.titles.delete(other);
    return true;
  }

  async function purge(written: Written): Promise<void> {
    note(written);
    written.gone = 'maybe';
    if (!(await send({ method: 'DELETE', path: `/documents/${written.id}` })).isAcknowledged) return;
    if ((await send({ method: 'DELETE', path: `/trash/${written.id}` })).isAcknowledged) written.gone = 'yes';
  }

  return { post, create, change, purge, changing, ...otherWrites(post, ledger, nextNumber) };
}

/** @returns a document and the writes of it; later writes are omitted after one without a response */
function roundsOf(parts: WriterParts): () => Promise<void> {
  const { folders, ledger, random } = parts;
  const { post, create, change, purge, changing, upload, tag } = writesOf(parts);
  return async () => {
    const made = await create();
    if (!made || !(await change(made.written, made.etag))) return;
    const { written } = made;
    if (random.below(4) === 0) return purge(written);
    const folder = folders[random.below(folders.length)] as number;
    const place = await post(`/folders/${folder}/relationships/children`, { data: [item('documents', written.id)] });
    if (place.isAcknowledged) ledger.places.push({ folder, child: written.id });
    const other = await create();
    if (!other) return;
    const to = other.written.id;
    const link = await post(`/documents/${written.id}/relationships/${RELATION}`, { data: [item('documents', to)] });
    if (link.isAcknowledged) ledger.links.push({ from: written.id, to });
    if (random.below(3) === 0) await upload();
    if (random.below(10) === 0) await tag();
    await changing([written, other.written]);
    await change(other.written, undefined);
  };
}

/** @returns ends it, and resolves when all writers have had their last response */
export function startLoad({ services, requests, folders, ledger, seed, writers }: LoadParts): () => Promise<void> {
  let isOver = false;
  let count = 0;
  const numbers = { next: () => ++count, isOdd: () => count % 2 === 1 };
  const write = async (service: FaultyService, number: number): Promise<void> => {
    const round = roundsOf({ service, requests, folders, ledger, numbers, random: createRandom(seed + number) });
    while (!isOver) {
      await round();
      await sleep(PAUSE_MS);
    }
  };

  // Each has a separate process, so that those of the others go on when one is stopped.
  const writing = Promise.all(
    services.flatMap((service, at) =>
      Array.from({ length: writers }, (_, number) => write(service, at * writers + number)),
    ),
  );
  writing.catch((error: unknown) => requests.violations.push(String(error)));
  return async () => {
    isOver = true;
    await writing;
  };
}
