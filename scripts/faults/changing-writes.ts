// Writes that change much at once: several objects, the tree, the model; and jobs.
import type { Described, Ledger, Moved, Written } from './ledger.ts';
import type { Random } from './random.ts';
import type { Answer, Sent } from './requests.ts';

interface Parts {
  post(path: string, body: unknown): Promise<Answer>;
  send(sent: Omit<Sent, 'service'>): Promise<Answer>;
  ledger: Ledger;
  folders: readonly number[];
  random: Random;
  nextNumber(): number;
}

/** @returns does one of them now and then, with documents of one writer */
export function changingWrites({ post, send, ledger, folders, random, nextNumber }: Parts) {
  /** One response for all of them: each is published, or named among the errors. */
  async function publish(documents: readonly Written[]): Promise<void> {
    const objects = { documents: documents.map(({ id }) => String(id)) };
    const { isAcknowledged, text } = await post('/bulk/edit', { data: { attributes: { status: 'on' }, objects } });
    const { data } = (isAcknowledged ? JSON.parse(text) : {}) as { data?: { saved?: unknown[] } };
    const saved = new Set((data?.saved ?? []).map(Number));
    for (const written of documents) {
      if (saved.has(written.id)) written.isOn = true;
      ledger.unchecked.add(written);
    }
  }

  let own: Moved | undefined;

  /** A folder of this writer moves from one of the folders to another. */
  async function move(): Promise<void> {
    const parent = folders[random.below(folders.length)] as number;
    if (!own) {
      const attributes = { title: `Folder ${nextNumber()}` };
      const made = await post('/folders', { data: { type: 'folders', attributes } });
      if (!made.isAcknowledged) return;
      // It is a root until its first move.
      own = { id: Number(made.id), parents: new Set([NaN, 0]) };
      ledger.moved.push(own);
    }
    const before = [...own.parents].filter((each) => each !== parent);
    own.parents.add(parent);
    const body = { data: { type: 'folders', id: String(parent) } };
    const moved = await send({ method: 'PATCH', path: `/folders/${own.id}/relationships/parent`, body });
    if (moved.isAcknowledged) for (const other of before) own.parents.delete(other);
  }

  async function describe(): Promise<void> {
    const name = `property_${nextNumber()}`;
    const described: Described = { name, isThere: 'maybe' };
    ledger.properties.push(described);
    const attributes = { name, property_type_name: 'string', object_type_name: 'documents' };
    const made = await post('/model/properties', { data: { type: 'properties', attributes } });
    if (!made.isAcknowledged) return;
    described.isThere = 'yes';
    if (random.below(4) === 0) return;
    described.isThere = 'maybe';
    const removed = await send({ method: 'DELETE', path: `/model/properties/${made.id}` });
    if (removed.isAcknowledged) described.isThere = 'no';
  }

  async function mail(): Promise<void> {
    const subject = `Mail ${nextNumber()}`;
    const payload = { to: 'somebody@example.org', subject, text: 'Hello.' };
    const attributes = { service: 'mail', priority: 5, payload, max_attempts: 10 };
    const made = await post('/admin/async_jobs', { data: { type: 'async_jobs', attributes } });
    if (made.isAcknowledged) ledger.mails.push({ id: made.id, subject });
  }

  return async (documents: readonly Written[]): Promise<void> => {
    if (random.below(3) === 0) await publish(documents);
    if (random.below(4) === 0) await move();
    if (random.below(6) === 0) await mail();
    if (random.below(40) === 0) await describe();
  };
}
