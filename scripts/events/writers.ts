// Clients that write their own documents, and go on after any failure of a write: the database shows its result.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../faults/random.ts';

const JSON_API = 'application/vnd.api+json';
const PATIENCE_MS = 20_000;
/** After a write that had no response. */
const PAUSE_MS = 50;

export interface Writers {
  /** Acknowledged writes so far. */
  done(): number;
  /** Resolves when all writes are done. */
  finished: Promise<void>;
}

interface Writing {
  urls: readonly string[];
  token: string;
  writes: number;
  clients: number;
  random: Random;
}

export function startWriters({ urls, token, writes, clients, random }: Writing): Writers {
  let acknowledged = 0;
  let count = 0;

  async function send(method: string, path: string, attributes?: object, id?: string): Promise<string | undefined> {
    const url = urls[random.below(urls.length)] ?? '';
    const body =
      attributes && JSON.stringify({ data: { type: 'documents', ...(id !== undefined && { id }), attributes } });
    const headers = { Authorization: `Bearer ${token}`, Accept: JSON_API, 'Content-Type': JSON_API };
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(url + path, { method, headers, signal, ...(body !== undefined && { body }) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status}`);
      acknowledged += 1;
      return text === '' ? '' : (JSON.parse(text) as { data: { id: string } }).data.id;
    } catch {
      await sleep(PAUSE_MS);
      return undefined;
    }
  }

  async function write(): Promise<void> {
    const own: string[] = [];
    while (acknowledged < writes) {
      const title = `Title ${++count}`;
      const at = random.below(own.length || 1);
      const id = own[at];
      const dice = random.below(10);
      if (id === undefined || dice < 3) {
        const made = await send('POST', '/documents', { title, status: random.below(4) === 0 ? 'draft' : 'on' });
        if (made !== undefined) own.push(made);
      } else if (dice < 8) await send('PATCH', `/documents/${id}`, { title }, id);
      else if (dice === 8)
        await send('PATCH', `/documents/${id}`, { status: random.below(2) === 0 ? 'on' : 'draft' }, id);
      else {
        own.splice(at, 1);
        await send('DELETE', `/documents/${id}`);
        if (random.below(2) === 0) await send('DELETE', `/trash/${id}`);
      }
    }
  }

  return {
    done: () => acknowledged,
    finished: Promise.all(Array.from({ length: clients }, write)).then(() => undefined),
  };
}
