// Migration: the publication of an empty database (D36).
import type { Clock } from '../clock.ts';
import { insertSeedObject } from './seed-object.ts';
import { runPlaceSteps } from '../objects/tree/place-steps.ts';
import { FOLDERS } from '../objects/tree/tree-nodes.ts';
import type { Migration } from '../store/migrations.ts';
import type { Store } from '../store/store.ts';

const NAME = 'publication';

/** @param publication setting LEGACY_ROOT: with `off` none is created */
export const seedPublication = (publication: string | undefined, clock: Clock): Migration => ({
  name: 'publication',
  async run(store: Store) {
    if (publication === 'off') return;
    const [id, nodeId] = [await store.sequences.next('objects'), await store.sequences.next('trees')];
    const now = clock.now();
    await store.transaction(async (transaction) => {
      if (await store.trees.findOne({ parent_id: null }, { session: transaction })) return;
      const folder = { id, type: FOLDERS, uname: NAME, title: 'Publication', changed: { parents: [] } };
      await insertSeedObject(store, folder, { now, transaction });
      const steps = [{ objectId: id, type: FOLDERS, to: null, nodeId, permissions: undefined }];
      await runPlaceSteps(store, { steps, inherited: new Map() }, transaction);
    });
  },
});
