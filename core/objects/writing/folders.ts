// Folders: objects with a place in the tree from their creation (service.md 4.8, D544).
import { textIn } from '../../values.ts';
import type { RequestContext } from '../../context.ts';
import { invalidData } from '../../errors.ts';
import {
  contradiction,
  namedAt,
  readCreate,
  readUpdate,
  type ResourceBody,
} from '../../format/jsonapi/resource-input.ts';
import { alreadyExists } from '../../resources/resource-type.ts';
import type { ObjectDocument } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import type { WriteRule } from '../changes/object-changes.ts';
import { assertWritable } from '../visibility/object-permissions.ts';
import { requireType, type ObjectServices } from '../object-services.ts';
import { findVisible } from '../read-objects.ts';
import type { ObjectRecord } from '../object-record.ts';
import type { AttributesInput } from '../../resources/define-resource.ts';
import type { RelationshipsInput } from '../relations/body-relationships.ts';
import { createObject, updateObject } from './write-objects.ts';
import { newPlaces } from '../tree/change-places.ts';
import { FOLDERS } from '../tree/tree-nodes.ts';
import { findByUnames } from '../../store/object-names.ts';

type FolderBody = ResourceBody<AttributesInput<'Folders'> & Record<string, unknown>> & {
  data: { meta?: { locked?: boolean | undefined }; relationships?: RelationshipsInput };
};

/** The parent folder in attributes; undefined for a root. @throws ApiError not_found, invalid_data, forbidden */
async function givenParent(
  services: ObjectServices,
  { parent_id: id, parent_uname: uname }: Readonly<Record<string, unknown>>,
  context: RequestContext,
): Promise<ObjectRecord | undefined> {
  const given = [id, uname].filter((value) => value !== undefined && value !== null);
  if (given.length === 0) return undefined;
  if (given.length === 2) throw invalidData('/data/attributes/parent_uname', 'parent_id or parent_uname, not both.');
  const name = id === given[0] ? 'parent_id' : 'parent_uname';
  const find = () => findVisible(services, FOLDERS, String(given[0]), context);
  const parent = await namedAt(`/data/attributes/${name}`, find);
  assertWritable(parent, context);
  return parent;
}

/** Refuses a given uname of another folder (D11); duplicates with other objects, and with the trash, get a suffix. */
async function assertUnameFree(
  { store }: ObjectServices,
  { given, document }: { given: string | undefined; document: ObjectDocument | null },
  transaction?: Transaction,
): Promise<void> {
  if (given === undefined || document?.uname === given) return;
  const [named] = await findByUnames(store, [given], transaction);
  if (named?.type === FOLDERS && !named.trashed)
    throw alreadyExists('/data/attributes/uname', `[uname.unique]: Another folder has the uname "${given}".`);
}

/**
 * A root, last among the roots, unless `parent_id` or `parent_uname` name a folder.
 * @throws ApiError not_found (the parent), already_exists, invalid_data, type_conflict, client_id_forbidden
 */
export async function createFolder(
  services: ObjectServices,
  body: FolderBody,
  context: RequestContext,
): Promise<ObjectRecord> {
  const { parent_id, parent_uname, ...attributes } = readCreate(body, FOLDERS);
  const { relationships } = body.data;
  const rule: WriteRule = async ({ after, values }) => {
    const parent = await givenParent(services, { parent_id, parent_uname }, context);
    if (parent && relationships?.['parent']?.data === null) throw contradiction('parent', 'parent_id');
    const given = textIn(values['uname']);
    await assertUnameFree(services, { given, document: null });
    const to = parent?.document._id ?? null;
    const places = await newPlaces(services, { type: requireType(services, FOLDERS), document: after }, [to]);
    return {
      changed: { parents: to === null ? [] : [to] },
      places,
      inTransaction: (transaction) => assertUnameFree(services, { given, document: after }, transaction),
    };
  };
  return createObject(services, { typeName: FOLDERS, attributes, relationships, rule }, context);
}

/** @throws ApiError as updateObject does; invalid_data without attributes */
export function updateFolder(
  services: ObjectServices,
  id: string,
  body: FolderBody,
  context: RequestContext,
): Promise<ObjectRecord> {
  const readChange = ({ document }: ObjectRecord) => {
    const attributes = readUpdate(body, FOLDERS, document._id);
    if (Object.keys(attributes).length === 0) {
      throw invalidData('/data/attributes', '[attributes._empty]: This field cannot be left empty');
    }
    return { attributes, locked: body.data.meta?.locked, relationships: body.data.relationships };
  };
  return updateObject(services, { typeName: FOLDERS, id }, readChange, context);
}
