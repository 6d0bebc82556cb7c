// Integer ids from counters, reserved in blocks so that most creations need no round trip for an id.
import type { Collection } from 'mongodb';
import type { Transaction } from './transactions/transaction.ts';

/** Collections with a sequence of their own. */
export const NUMBERED = [
  ...(['object_types', 'properties', 'property_types', 'relations', 'categories', 'tags', 'trees'] as const),
  ...(['roles', 'applications', 'endpoints', 'endpoint_permissions', 'object_permissions'] as const),
  ...(['auth_providers', 'external_auth', 'webhooks'] as const),
] as const;

/** Names of the sequences; objects, translations and annotations share one (D10). */
export type SequenceName = 'objects' | (typeof NUMBERED)[number];

export interface SequenceRow {
  _id: string;
  /** Highest reserved number. */
  last: number;
}

const BLOCK_SIZE: Partial<Record<SequenceName, number>> = { objects: 50, trees: 50, object_permissions: 50 };

export function createSequences(collection: Collection<SequenceRow>) {
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
    /** Next number of a sequence, from 1; unique over all processes. Unused numbers of a block are lost. */
    async next(name: SequenceName): Promise<number> {
      for (;;) {
        const block = blocks.get(name);
        if (block && block.next <= block.last) return block.next++;
        const running = refills.get(name) ?? refill(name).finally(() => refills.delete(name));
        refills.set(name, running);
        await running;
      }
    },
    /** For rows with given numbers: no number up to this one will be assigned. */
    async startAfter(last: Partial<Record<SequenceName, number>>, transaction: Transaction): Promise<void> {
      const updates = Object.entries(last).map(([_id, number]) => ({
        updateOne: { filter: { _id }, update: { $max: { last: number } }, upsert: true },
      }));
      await collection.bulkWrite(updates, { session: transaction });
    },
  };
}
