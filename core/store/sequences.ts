// Integer ids from counters, reserved in blocks so that most creations need no round trip for an id.
import type { Collection } from 'mongodb';
import type { Transaction } from './transactions/transaction.ts';

/** Names of the sequences; objects, translations and annotations share one (D10). */
export type SequenceName =
  | 'objects'
  | 'object_types'
  | 'properties'
  | 'property_types'
  | 'relations'
  | 'categories'
  | 'tags'
  | 'roles'
  | 'applications'
  | 'endpoints'
  | 'endpoint_permissions'
  | 'auth_providers'
  | 'external_auth'
  | 'object_permissions'
  | 'trees'
  | 'webhooks';

export interface SequenceRow {
  _id: string;
  /** Highest reserved number. */
  last: number;
}

export interface Sequences {
  /** Next number of a sequence, from 1; unique over all processes. Unused numbers of a block are lost. */
  next(name: SequenceName): Promise<number>;
  /** For rows with given numbers: no number up to this one will be assigned. */
  startAfter(last: Partial<Record<SequenceName, number>>, transaction: Transaction): Promise<void>;
}

const BLOCK_SIZE: Partial<Record<SequenceName, number>> = { objects: 50, trees: 50, object_permissions: 50 };

export function createSequences(collection: Collection<SequenceRow>): Sequences {
  const blocks = new Map<SequenceName, { next: number; last: number }>();
  const refills = new Map<SequenceName, Promise<void>>();

  async function refill(name: SequenceName): Promise<void> {
    const size = BLOCK_SIZE[name] ?? 1;
    const row = await collection.findOneAndUpdate(
      { _id: name },
      { $inc: { last: size } },
      { upsert: true, returnDocument: 'after' },
    );
    if (!row) throw new Error(`sequence ${name} gave no row`);
    blocks.set(name, { next: row.last - size + 1, last: row.last });
  }

  return {
    async next(name) {
      for (;;) {
        const block = blocks.get(name);
        if (block && block.next <= block.last) return block.next++;
        const running = refills.get(name) ?? refill(name).finally(() => refills.delete(name));
        refills.set(name, running);
        await running;
      }
    },
    async startAfter(last, transaction) {
      const updates = Object.entries(last).map(([_id, number]) => ({
        updateOne: { filter: { _id }, update: { $max: { last: number } }, upsert: true },
      }));
      await collection.bulkWrite(updates, { session: transaction });
    },
  };
}
