// Faults that tests plant in the database of a service, past it.
import { expect } from 'vitest';
import type { Store } from '../../../core/store/store.ts';

export interface Planted {
  /** What is found. */
  found: RegExp;
  plant: () => Promise<unknown>;
  /** Puts right what `--repair` leaves; none where it mends. */
  undo?: () => Promise<unknown>;
}

export type Planting = Pick<Planted, 'plant' | 'undo'>;

/** Removes a row. @returns what puts it back */
export const removal = (store: Store, collection: string, filter: () => object): Planting => {
  let row: object | null = null;
  return {
    plant: async () => {
      row = await store.db.collection(collection).findOneAndDelete(filter());
      expect(row).not.toBeNull();
    },
    undo: () => store.db.collection(collection).insertOne(row as never),
  };
};

/** Changes a row, and fails when it is as the fault would have it. @returns what puts it back */
export const change = (
  store: Store,
  { collection, filter, update }: { collection: string; filter: () => object; update: object },
): Planting => {
  let row: { _id: unknown } | null = null;
  return {
    plant: async () => {
      const rows = store.db.collection(collection);
      row = (await rows.findOneAndUpdate(filter(), update)) as { _id: unknown } | null;
      expect(row).not.toBeNull();
      expect(await rows.findOne({ _id: row?._id as never })).not.toEqual(row);
    },
    undo: () => store.db.collection(collection).replaceOne({ _id: row?._id as never }, row as never),
  };
};

/** What is mended has no `undo`. */
export const mended = ({ plant }: Pick<Planted, 'plant'>): Pick<Planted, 'plant'> => ({ plant });
