// Fills a database for a scale run straight in its collections. The rows are made by the service's own code: a writer that collects
// units of work takes the place of the one that commits them.
import type { RequestContext } from '../../../core/context.ts';
import { viewOf } from '../../../core/objects/changes/lock-objects.ts';
import { changeWrite } from '../../../core/objects/changes/object-changes.ts';
import { objectRow } from '../../../core/objects/changes/object-document.ts';
import { requireType, type ObjectServices } from '../../../core/objects/object-services.ts';
import { changedRelation } from '../../../core/objects/relations/write-link-requests.ts';
import { sideNamed } from '../../../core/objects/relations/sides.ts';
import { linkOperations } from '../../../core/objects/relations/write-links.ts';
import type { LinkChange } from '../../../core/objects/changes/link-plan.ts';
import { translationText } from '../../../core/objects/translations/translation-kind.ts';
import type { ObjectWrite } from '../../../core/objects/changes/unit-of-work.ts';
import { createObject, editedObject } from '../../../core/objects/writing/write-objects.ts';
import { userRule } from '../../../core/accounts/user-rule.ts';
import { changeRow, type ChangeRow, type PastView } from '../../../core/store/history/changes.ts';
import { ALWAYS_FROM, ALWAYS_TO } from '../../../core/store/rows/object-rows.ts';
import { deferIndexes } from '../fill/deferred-indexes.ts';
import { counter } from '../fill/sample-documents.ts';
import { collecting, groupsOf, insertObjects, openPlaces, placedRow, type Places } from './straight-rows.ts';
import type { ObjectDocument, TranslationRow, TreeRow } from '../../../core/store/store.ts';
import {
  attributesOf,
  EDITS,
  folderOf,
  folderUname,
  isTranslated,
  kindName,
  kindOf,
  KINDS,
  LANGUAGES,
  linksOf,
  nearlyEmptyName,
  parentFolder,
  RELATION,
  statusOf,
  titleOf,
  translatedFields,
  userName,
  type ScalePlan,
} from './scale-plan.ts';

const BATCH = 1_000;

export interface Filling {
  objects: ObjectServices;
  plan: ScalePlan;
  /** Of the administrator. */
  context: RequestContext;
  progress(what: string, done: number, of: number): void;
}

/**
 * Goes through numbers from 0 in batches: the rows of one are made while those of the last are inserted.
 * @param work makes the rows of a batch. @returns inserts them
 */
async function inBatches(
  count: number,
  { progress, what }: { progress: Filling['progress']; what: string },
  work: (numbers: readonly number[]) => Promise<() => Promise<unknown>>,
): Promise<void> {
  let inserted: Promise<unknown> = Promise.resolve();
  for (let start = 0; start < count; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - start) }, (_, offset) => start + offset);
    const [insert] = await Promise.all([work(numbers), inserted]);
    inserted = insert();
    progress(what, start + numbers.length, count);
  }
  await inserted;
}

/** Visible to all roles at any time. */
const viewAt = (number: number): PastView => ({
  status: statusOf(number),
  visible_from: ALWAYS_FROM,
  visible_to: ALWAYS_TO,
  reader_roles: null,
});

async function fillFolders({ objects, plan, context, progress }: Filling): Promise<Places> {
  const { store } = objects;
  const { services, take } = collecting(objects);
  const places = await openPlaces(store);
  await inBatches(plan.folders, { progress, what: 'folders' }, async (numbers) => {
    const rows: TreeRow[] = [];
    for (const number of numbers) {
      const parent = parentFolder(number);
      const parentId = parent === undefined ? undefined : places.nodes[parent]?.object_id;
      const parents = parentId === undefined ? [] : [parentId];
      const rule = ({ after }: { after: ObjectDocument }) => {
        if (parents.length > 0) after.parents = parents;
        return { changed: { parents } };
      };
      const attributes = { uname: folderUname(number), title: `Folder ${number}`, status: 'on' };
      const { document } = await createObject(services, { typeName: 'folders', attributes, rule }, context);
      const row = await placedRow(store, document, { folder: parent, places });
      places.nodes.push(row);
      rows.push(row);
    }
    const writes = take();
    return () => Promise.all([insertObjects(store, writes), store.trees.insertMany(rows, { ordered: false })]);
  });
  return places;
}

/** The object after some changes of its title and its arrival in a folder, which are added to its history. */
async function change(
  services: ObjectServices,
  write: ObjectWrite,
  { number, parent, context }: { number: number; parent: number; context: RequestContext },
): Promise<ChangeRow[]> {
  const type = requireType(services, write.type);
  const changes: ChangeRow[] = [];
  let before = write.document;
  for (let edit = 1; edit <= EDITS; edit++) {
    const attributes = { title: titleOf(number, edit) };
    const edited = await editedObject(services, { type, document: before }, { attributes }, context);
    if (!edited) throw new Error(`object ${number} is not changed by a new title`);
    const update = changeWrite({ type, before, after: edited.after }, { action: 'update' }, context);
    changes.push(update.change);
    before = update.document;
  }
  const at = services.clock.now();
  const after = { ...before, parents: [parent], modified: at, revision: before.revision + 1 };
  const changed = { parents: [parent], places: [{ to: parent }] };
  const arrival = changeWrite({ type, before, after }, { action: 'update', changed }, context);
  write.document = arrival.document;
  write.row = objectRow(type, arrival.document);
  return [...changes, arrival.change];
}

/** @returns ids by number */
async function fillObjects({ objects, plan, context, progress }: Filling, places: Places): Promise<number[]> {
  const { store } = objects;
  const { services, take } = collecting(objects);
  const ids: number[] = [];
  await inBatches(plan.objects, { progress, what: 'objects' }, async (numbers) => {
    const rows: TreeRow[] = [];
    const changes: ChangeRow[] = [];
    const writes: ObjectWrite[] = [];
    for (const number of numbers) {
      const folder = folderOf(number, plan);
      const parent = places.nodes[folder]?.object_id ?? 0;
      await createObject(services, { typeName: kindOf(number), attributes: attributesOf(number, plan) }, context);
      for (const write of take()) {
        changes.push(...(await change(objects, write, { number, parent, context })));
        rows.push(await placedRow(store, write.document, { folder, places }));
        ids.push(write.id);
        writes.push(write);
      }
    }
    return () => Promise.all([insertObjects(store, writes, changes), store.trees.insertMany(rows, { ordered: false })]);
  });
  return ids;
}

async function fillLinks({ objects, plan, context, progress }: Filling, ids: readonly number[]): Promise<void> {
  const { store, clock } = objects;
  const nextPlace = counter();
  await inBatches(plan.objects, { progress, what: 'objects linked' }, async (numbers) => {
    const rows: ChangeRow[] = [];
    const operations = numbers.flatMap((number) => {
      const [id = 0, typeName] = [ids[number], kindOf(number)];
      const side = sideNamed(requireType(objects, typeName), RELATION);
      const changes = linksOf(number, plan).map((other): LinkChange => {
        const otherId = ids[other] ?? 0;
        const after = { mine: nextPlace(id), theirs: nextPlace(-otherId), params: null };
        return { other: otherId, type: kindOf(other), before: undefined, after, makesRoom: false };
      });
      if (changes.length === 0) return [];
      const changed = changedRelation(side, changes);
      rows.push(
        changeRow({ type: 'objects', id, action: 'update', changed, at: clock.now(), view: viewAt(number) }, context),
      );
      return linkOperations({ side, me: { id, type: typeName } }, { changes, shifts: new Map() });
    });
    return async () => {
      if (operations.length === 0) return;
      await Promise.all([
        store.objectRelations.bulkWrite(operations, { ordered: false }),
        store.changes.insertMany(rows, { ordered: false }),
      ]);
    };
  });
}

async function fillTranslations({ objects, plan, context, progress }: Filling, ids: readonly number[]): Promise<void> {
  const { store, clock } = objects;
  const { userId } = context.caller;
  await inBatches(plan.objects, { progress, what: 'objects translated' }, async (numbers) => {
    const changes: ChangeRow[] = [];
    const rows: TranslationRow[] = [];
    for (const [typeName, group] of groupsOf(numbers.filter(isTranslated), kindOf)) {
      const type = requireType(objects, typeName);
      const those = group.map((number) => ids[number] ?? 0);
      const documents = await store
        .documents(typeName)
        .find({ _id: { $in: those } })
        .toArray();
      const byId = new Map(documents.map((document) => [document._id, document]));
      for (const number of group) {
        const document = byId.get(ids[number] ?? 0);
        if (!document) throw new Error(`object ${number} is missing`);
        for (const lang of LANGUAGES) {
          const at = clock.now();
          const translated_fields = translatedFields(number, lang);
          const changed = { object_id: document._id, lang, status: 'on', translated_fields } as const;
          const [_id, view] = [await store.sequences.next('objects'), viewOf(document)];
          rows.push({
            _id,
            ...changed,
            trashed: false,
            created_by: userId,
            modified_by: userId,
            search: translationText(type, translated_fields),
            object: view,
            revision: 1,
            created: at,
            modified: at,
          });
          changes.push(changeRow({ type: 'translations', id: _id, action: 'create', changed, at, view }, context));
        }
      }
    }
    return async () => {
      if (rows.length === 0) return;
      await Promise.all([
        store.translations.insertMany(rows, { ordered: false }),
        store.changes.insertMany(changes, { ordered: false }),
      ]);
    };
  });
}

/** Without passwords, whose hashes would take most of the time. */
async function fillUsers({ objects, plan, context, progress }: Filling): Promise<void> {
  const { store } = objects;
  const { services, take } = collecting(objects);
  await inBatches(plan.users, { progress, what: 'users' }, async (numbers) => {
    for (const number of numbers) {
      const username = userName(number);
      const attributes = { uname: username, username, name: 'User', surname: String(number), status: 'on' };
      const rule = userRule(objects, context);
      const created = { typeName: 'users', attributes, rule, allowMissing: 'password' };
      await createObject(services, created, context);
    }
    const writes = take();
    return async () => {
      await insertObjects(store, writes);
      await store.transaction(async (transaction) => {
        for (const { inTransaction } of writes) await inTransaction?.(transaction);
      });
    };
  });
}

/** Everything but the types, which are there. */
export async function fillStraight(filling: Filling): Promise<void> {
  const { objects, plan, context, progress } = filling;
  const { store } = objects;
  const kinds = Array.from({ length: KINDS }, (_, kind) => store.documents(kindName(kind)));
  const large = [store.objects, store.changes, store.trees, store.objectRelations, store.translations, ...kinds];
  const makeIndexes = await deferIndexes(
    store.db,
    large.map(({ collectionName }) => collectionName),
  );
  const places = await fillFolders(filling);
  const ids = await fillObjects(filling, places);
  await fillLinks(filling, ids);
  await fillTranslations(filling, ids);
  await fillUsers(filling);
  await makeIndexes((count) => progress('collections with their indexes', count, large.length));
  for (let index = 0; index < plan.nearlyEmptyTypes; index++) {
    const attributes = { uname: `alone-${index}`, title: `Alone ${index}`, status: 'on' };
    await createObject(objects, { typeName: nearlyEmptyName(index), attributes }, context);
  }
}
