// Restoring and purging items of the trash (service.md 3, 4.11, D28 to D30).
import { refusal } from '../../access/authorization.ts';
import type { RequestContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { checkPrecondition } from '../../resources/precondition.ts';
import type { ObjectRow } from '../../store/store.ts';
import { changeWrite, revised } from '../changes/object-changes.ts';
import { assertWritable } from '../visibility/object-permissions.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectWrite } from '../changes/unit-of-work.ts';
import type { ObjectRecord } from '../object-record.ts';
import { restoreFolderWrites } from '../tree/trash-folders.ts';
import { FOLDERS } from '../tree/tree-nodes.ts';
import { purgeWrites } from './purge-object.ts';
import { findTrashedRow } from './read-trash.ts';
import { trashRuleOf, type TrashRule, type TrashServices } from './trash-services.ts';

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

/** Folders are restored with their subfolders; other children have kept their places. */
async function restoreWrites(
  objects: ObjectServices,
  found: ObjectRecord,
  context: RequestContext,
): Promise<ObjectWrite[]> {
  if (found.type.name === FOLDERS) return restoreFolderWrites(objects, found, context);
  const { type, document: before } = found;
  const after = { ...revised(before, objects.clock.now(), context), trashed: false };
  return [changeWrite({ type, before, after }, { action: 'restore' }, context)];
}

function leave(
  services: TrashServices,
  { id, way, check }: { id: string; way: 'restore' | 'purge'; check?: ((id: number) => void) | undefined },
  context: RequestContext,
): Promise<void> {
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
 * By id or uname. @param check checks the rest of the request once the id is known; it may throw
 * @throws ApiError not_found, forbidden, precondition_failed, and errors of the rules of its type
 */
export const restoreTrashed = (
  services: TrashServices,
  id: string,
  context: RequestContext,
  check?: (id: number) => void,
): Promise<void> => leave(services, { id, way: 'restore', check }, context);

/** By id or uname. @throws ApiError not_found, forbidden, precondition_failed, and errors of the rules of its type */
export const purgeTrashed = (services: TrashServices, id: string, context: RequestContext): Promise<void> =>
  leave(services, { id, way: 'purge' }, context);
