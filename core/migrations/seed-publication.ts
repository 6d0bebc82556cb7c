// Migration: the publication of a database without a root folder (D36).
import type { Clock } from '../clock.ts';
import { insertSeedObject } from './seed-object.ts';
import { runPlaceSteps } from '../objects/tree/place-steps.ts';
import { FOLDERS } from '../objects/tree/tree-nodes.ts';
import { ensureIndexes } from '../store/indexes.ts';
import type { Migration } from '../store/migrations.ts';
import type { Store } from '../store/store.ts';
import { findByUnames } from '../store/object-names.ts';

const NAME = 'publication';

/** @param publication setting LEGACY_ROOT: with `off` none is created */
export const seedPublication = (publication: string | undefined, clock: Clock): Migration => ({
  name: 'publication',
  async run(store: Store) {
    await ensureIndexes(store);
    if (publication === 'off') return;
    const [id, nodeId] = [await store.sequences.next('objects'), await store.sequences.next('trees')];
    const now = clock.now();
    await store.transaction(async (transaction) => {
      if (await store.trees.findOne({ parent_id: null }, { session: transaction })) return;
      const isTaken = await findByUnames(store, [NAME], transaction);
      const uname = isTaken.length > 0 ? `${NAME}-${id}` : NAME;
      const folder = { id, type: FOLDERS, uname, title: 'Publication', changed: { parents: [] } };
      await insertSeedObject(store, folder, { now, transaction });
      const steps = [{ objectId: id, type: FOLDERS, to: null, nodeId, permissions: undefined }];
      await runPlaceSteps(store, { steps, inherited: new Map() }, transaction);
    });
  },
});
