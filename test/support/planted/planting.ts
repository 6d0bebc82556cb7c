// Faults that tests plant in the database of a service, directly.
import { expect } from 'vitest';
import type { Store } from '../../../core/store/store.ts';

export interface Planted {
  /** The finding. */
  found: RegExp;
  plant: () => Promise<unknown>;
  /** Repairs faults that `--repair` cannot; none for the others. */
  undo?: () => Promise<unknown>;
}

export type Planting = Pick<Planted, 'plant' | 'undo'>;

/** Removes a row. @returns a function that restores it */
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

/** Changes a row, and fails when it already has the faulty value. @returns a function that restores it */
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

/** Repaired faults have no `undo`. */
export const mended = ({ plant }: Pick<Planted, 'plant'>): Pick<Planted, 'plant'> => ({ plant });
