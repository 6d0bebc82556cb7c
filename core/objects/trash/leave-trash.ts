// Restoring and purging items of the trash (service.md 3, 4.11, D28 to D30).
import { refusal } from '../../access/authorization.ts';
import type { RequestContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { checkPrecondition } from '../../resources/precondition.ts';
import type { ObjectRow } from '../../store/store.ts';
import { changeWrite } from '../changes/object-changes.ts';
import { assertWritable } from '../visibility/object-permissions.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectWrite } from '../changes/unit-of-work.ts';
import type { ObjectRecord } from '../object-record.ts';
import { restoreFolderWrites } from '../tree/trash-folders.ts';
import { FOLDERS } from '../tree/tree-nodes.ts';
import { purgeWrites } from './purge-object.ts';
import { findTrashedRow } from './read-trash.ts';
import { trashRuleOf, type TrashRule, type TrashServices } from './trash-services.ts';

/** The write that restores an object with all rows that were kept for it. */
function restoreWrite(
  { clock }: Pick<ObjectServices, 'clock'>,
  { type, document }: ObjectRecord,
  context: RequestContext,
): ObjectWrite {
  const after = {
    ...document,
    trashed: false,
    modified: clock.now(),
    modified_by: context.caller.userId,
    revision: document.revision + 1,
  };
  return changeWrite({ type, before: document, after }, { action: 'restore' }, context);
}

/** With `mine` as the permission of `/trash`, own items only. @throws ApiError forbidden */
function assertMayLeave({ created_by: owner }: ObjectRow, { access, caller }: RequestContext): void {
  if (access.grant('trash', 'write') === 'mine' && owner !== caller.userId) {
    throw refusal(caller, 'Your roles allow this operation on your own objects only.', 'own');
  }
}

/** The object of a row, when the caller may change it. @throws ApiError not_found, forbidden, precondition_failed */
async function findObject(
  services: TrashServices,
  row: ObjectRow,
  context: RequestContext,
): Promise<{ found: ObjectRecord; rule: TrashRule | undefined }> {
  const { objects } = services;
  const type = objects.modelService.current().types.get(row.type);
  const document = type && (await objects.store.findDocument(type.name, row._id));
  if (!type || !document?.trashed) throw notFound(`"${row._id}" in the trash`);
  const found = { type, document };
  const rule = trashRuleOf(services, found);
  if (rule?.assertWritable) await rule.assertWritable(objects, found, context);
  else assertWritable(found, context);
  checkPrecondition(context.precondition, document.revision);
  return { found, rule };
}

type Way = 'restore' | 'purge';

/** Folders are restored with their subfolders; other children have kept their places. */
const restoreWrites = (objects: ObjectServices, found: ObjectRecord, context: RequestContext): Promise<ObjectWrite[]> =>
  found.type.name === FOLDERS
    ? restoreFolderWrites(objects, found, context)
    : Promise.resolve([restoreWrite(objects, found, context)]);

interface Leaving {
  id: string;
  way: Way;
  /** Checks the rest of the request once the item is known; it may throw. */
  check?: (id: number) => void;
}

function leave(services: TrashServices, { id, way, check }: Leaving, context: RequestContext): Promise<void> {
  const { objects, kinds } = services;
  return objects.writer.commit(async (unit) => {
    const row = await findTrashedRow(services, id, context);
    check?.(row._id);
    assertMayLeave(row, context);
    const kind = kinds.find(({ type }) => type === row.type);
    if (kind) {
      checkPrecondition(context.precondition, row.revision);
      return kind[way](objects, row._id, { ...context, precondition: undefined });
    }
    const { found, rule } = await findObject(services, row, context);
    const purge = rule?.purge ?? ((_objects, ...what) => purgeWrites(services, ...what));
    unit.write(...(await (way === 'restore' ? restoreWrites : purge)(objects, found, context)));
  });
}

/**
 * By id or uname.
 * @param check checks the rest of the request once the id is known; it may throw
 * @throws ApiError not_found, forbidden, precondition_failed, and errors of the rules of its type
 */
export const restoreTrashed = (
  services: TrashServices,
  id: string,
  context: RequestContext,
  check?: (id: number) => void,
): Promise<void> => leave(services, { id, way: 'restore', ...(check && { check }) }, context);

/** By id or uname. @throws ApiError not_found, forbidden, precondition_failed, and errors of the rules of its type */
export const purgeTrashed = (services: TrashServices, id: string, context: RequestContext): Promise<void> =>
  leave(services, { id, way: 'purge' }, context);
