// A steady mix of writes to two processes, by writers with objects of their own, and what they were told of each.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from './random.ts';
import type { Ledger, Written } from './ledger.ts';
import type { FaultyService } from './service-process.ts';

const JSON_API = 'application/vnd.api+json';
/** Longer than the service may take to answer, also while it has no database. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 15;

export interface Load {
  /** Resolves when all writers have had their last answer. */
  stop(): Promise<void>;
  /** Times of acknowledged writes, by `performance.now()`. */
  acknowledgements: number[];
  /** Answers that no fault explains. */
  violations: string[];
}

interface Received {
  /** undefined: none came. */
  status: number | undefined;
  text: string;
  mayRetry: boolean;
  etag: string | undefined;
}

async function received(url: string, init: RequestInit): Promise<Received> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    const { status, headers } = response;
    return {
      status,
      text: await response.text(),
      mayRetry: headers.has('retry-after'),
      etag: headers.get('etag') ?? undefined,
    };
  } catch {
    return { status: undefined, text: '', mayRetry: false, etag: undefined };
  }
}

interface Answer {
  isAcknowledged: boolean;
  etag: string | undefined;
  id: string;
}

interface LoadParts {
  services: readonly FaultyService[];
  token: string;
  relation: string;
  folders: readonly number[];
  ledger: Ledger;
  seed: number;
  /** For each process. */
  writers: number;
}

const item = (type: string, id: number): object => ({ type, id: String(id) });

export function startLoad({ services, token, relation, folders, ledger, seed, writers }: LoadParts): Load {
  const acknowledgements: number[] = [];
  const violations: string[] = [];
  let isOver = false;
  let count = 0;

  /** Notes an answer that is neither done nor 503 with `Retry-After`, unless its process was disturbed meanwhile. */
  function judge({ disturbed, name }: FaultyService, what: string, began: number, answer: Received): void {
    const isDisturbed = disturbed.to >= began && disturbed.from <= performance.now();
    if (isDisturbed || (answer.status === 503 && answer.mayRetry)) return;
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    violations.push(`${name} ${what}: ${answer.status ?? 'no answer'} after ${seconds} s ${answer.text.slice(0, 300)}`);
  }

  const writerOf = (service: FaultyService, number: number) => {
    const random = createRandom(seed + number);
    async function send(
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Answer> {
      const began = performance.now();
      const isFile = typeof body === 'string';
      const type = isFile ? 'text/plain' : JSON_API;
      const answer = await received(service.url + path, {
        method,
        headers: { Authorization: `Bearer ${token}`, Accept: JSON_API, 'Content-Type': type, ...headers },
        ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
      });
      const isAcknowledged = answer.status !== undefined && answer.status < 300;
      if (isAcknowledged) {
        ledger.acknowledged++;
        acknowledgements.push(performance.now());
      } else judge(service, `${method} ${path}`, began, answer);
      const id = isAcknowledged && answer.text ? (JSON.parse(answer.text) as { data?: { id?: string } }).data?.id : '';
      return { isAcknowledged, etag: answer.etag, id: id ?? '' };
    }

    const note = (written: Written): void => void ledger.unchecked.add(written);

    async function create(): Promise<{ written: Written; etag: string | undefined } | undefined> {
      const title = `Number ${++count}`;
      const made = await send('POST', '/documents', {
        data: { type: 'documents', attributes: { title, body: 'x'.repeat(500) } },
      });
      if (!made.isAcknowledged) return undefined;
      const written: Written = { id: Number(made.id), titles: new Set([title]), gone: 'no' };
      ledger.documents.set(written.id, written);
      note(written);
      return { written, etag: made.etag };
    }

    /** Changes a title, every second time on the condition that it is as it was. @returns whether it is known how it ended */
    async function change(written: Written, etag: string | undefined): Promise<boolean> {
      const title = `Title ${++count}`;
      const headers = etag !== undefined && count % 2 ? { 'If-Match': etag } : {};
      const before = [...written.titles];
      written.titles.add(title);
      note(written);
      const changed = await send(
        'PATCH',
        `/documents/${written.id}`,
        { data: { ...item('documents', written.id), attributes: { title } } },
        headers,
      );
      if (!changed.isAcknowledged) return false;
      for (const other of before) written.titles.delete(other);
      return true;
    }

    async function purge(written: Written): Promise<void> {
      note(written);
      written.gone = 'maybe';
      if (!(await send('DELETE', `/documents/${written.id}`)).isAcknowledged) return;
      if ((await send('DELETE', `/trash/${written.id}`)).isAcknowledged) written.gone = 'yes';
    }

    async function upload(): Promise<void> {
      const content = `File ${++count} ${'y'.repeat(2_000)}`;
      const stored = await send('POST', `/streams/upload/${count}.txt`, content);
      if (stored.isAcknowledged)
        ledger.files.push({ id: stored.id, sha1: createHash('sha1').update(content).digest('hex') });
    }

    async function tag(): Promise<void> {
      const name = `tag-${++count}`;
      const made = await send('POST', '/model/tags', { data: { type: 'tags', attributes: { name } } });
      if (made.isAcknowledged) ledger.tags.push(name);
    }

    /** A document and what is done with it; the rest is left out after a write that had no answer. */
    async function round(): Promise<void> {
      const made = await create();
      if (!made || !(await change(made.written, made.etag))) return;
      const { written } = made;
      if (random.below(4) === 0) return purge(written);
      const folder = folders[random.below(folders.length)] as number;
      const place = await send('POST', `/folders/${folder}/relationships/children`, {
        data: [item('documents', written.id)],
      });
      if (place.isAcknowledged) ledger.places.push({ folder, child: written.id });
      const other = await create();
      if (!other) return;
      const to = other.written.id;
      const link = await send('POST', `/documents/${written.id}/relationships/${relation}`, {
        data: [item('documents', to)],
      });
      if (link.isAcknowledged) ledger.links.push({ from: written.id, to });
      if (random.below(3) === 0) await upload();
      if (random.below(10) === 0) await tag();
      await change(other.written, other.etag);
    }

    async function write(): Promise<void> {
      while (!isOver) {
        await round();
        await sleep(PAUSE_MS);
      }
    }
    return write;
  };

  // Each has a process of its own, so that those of the others go on when one is stopped.
  const writing = Promise.all(
    services.flatMap((service, at) =>
      Array.from({ length: writers }, (_, number) => writerOf(service, at * writers + number)()),
    ),
  );
  writing.catch((error: unknown) => violations.push(String(error)));
  return {
    acknowledgements,
    violations,
    async stop() {
      isOver = true;
      await writing;
    },
  };
}
