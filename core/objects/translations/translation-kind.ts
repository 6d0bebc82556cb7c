// Translations as resources, their visibility and their write access (service.md 2.4, 4.9).
import type { RequestContext } from '../../context.ts';
import { refusal } from '../../access/authorization.ts';
import type { Resource } from '../../format/jsonapi/documents.ts';
import { knownAttributes } from '../../format/jsonapi/resource-input.ts';
import { formatDateTime } from '../../date-values.ts';
import type { ResolvedType } from '../../model/model.ts';
import { CODE, type Field } from '../../query/filters.ts';
import { unescapeKeys } from '../../store/stored-keys.ts';
import type { TranslationRow } from '../../store/store.ts';
import type { OwnedKind } from '../owned/owned-kind.ts';
import { typeFilter } from '../lists/object-filters.ts';
import { assertWritable } from '../visibility/object-permissions.ts';
import type { ObjectServices } from '../object-services.ts';
import { statusLevel, STATUSES } from '../visibility/visibility.ts';
import { ApiError } from '../../errors.ts';
import { findVisible } from '../read-objects.ts';
import type { ObjectRecord } from '../object-record.ts';
import { foldedText } from '../search/search-text.ts';
import {
  ANONYMOUS_READER,
  isShown,
  readableValues,
  viewer,
  hiddenAttributes,
  type RoleHolder,
  type AttributeReader,
} from '../visibility/shown-attributes.ts';

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'integer' }],
  ['object_id', { path: 'object_id', kind: 'integer' }],
  ['object', { path: 'object_id', kind: 'integer', sortable: false }],
  ['lang', { path: 'lang', ...CODE }],
  ['status', { path: 'status', ...CODE }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
  ['created_by', { path: 'created_by', kind: 'integer' }],
  ['modified_by', { path: 'modified_by', kind: 'integer' }],
]);

const RELATIONSHIPS = { object: {} };

const toResource = (
  row: TranslationRow,
  types: ReadonlyMap<string, ResolvedType>,
  to: AttributeReader,
): Resource<'Translations'> => ({
  id: String(row._id),
  type: 'translations',
  path: `/translations/${row._id}`,
  attributes: {
    object_id: row.object_id,
    lang: row.lang,
    status: row.status,
    translated_fields: unescapeKeys(shownFields(types.get(row.object.type), row.translated_fields, to)),
  },
  meta: {
    created: formatDateTime(row.created),
    modified: formatDateTime(row.modified),
    created_by: row.created_by,
    modified_by: row.modified_by,
  },
  relationships: RELATIONSHIPS,
});

/** As for objects: without write access only those with status `on`, unless `Status.level` differs (D14). */
function scope(context: RequestContext): Record<string, unknown> | undefined {
  const { access, caller } = context;
  const read = access.grant('translations', 'read');
  if (read === 'none') return undefined;
  const write = access.grant('translations', 'write');
  const level = statusLevel(context);
  const statuses = level ?? (write === 'all' ? undefined : ['on' as const]);
  const seen = [...(statuses ?? STATUSES)];
  return {
    trashed: false,
    // No `$or`: one index serves all statuses, in the order of the list.
    ...(write === 'mine' && level === undefined
      ? { status: { $in: [...STATUSES] }, $nor: [{ status: { $nin: seen }, created_by: { $ne: caller.userId } }] }
      : { status: { $in: seen } }),
    ...(read === 'mine' && { created_by: caller.userId }),
  };
}

export const translationKind = (
  services: Pick<ObjectServices, 'store' | 'modelService'>,
): OwnedKind<TranslationRow, 'Translations'> => ({
  resources: {
    type: 'translations',
    path: '/translations',
    collection: services.store.translations,
    fields: FIELDS,
    searchable: [],
    addressedBy: [],
    uniqueField: 'lang',
    filters: { type: typeFilter(services, { path: 'object.type' }) },
    toResource: (row, context) =>
      toResource(row, services.modelService.current().types, context ? viewer(context.caller) : ANONYMOUS_READER),
    objectOf: ({ object_id: id, object: { type } }) => ({ id, type }),
    viewOf: ({ object, status }) => (status === 'on' ? object : { ...object, status }),
    recorded: (fields) => knownAttributes(fields, ['object_id', 'lang', 'status', 'translated_fields']),
  },
  scope,
  /** Callers who may change the object and use the endpoint, for all rows, trashed ones included. */
  async assertMayChange({ store, modelService }, row, context) {
    const { access, caller } = context;
    const grant = access.grant('translations', 'write');
    if (grant === 'none') throw refusal(caller, 'Your roles do not allow this operation.');
    if (grant === 'mine' && row.created_by !== caller.userId) {
      throw refusal(caller, 'Your roles allow this operation on your own translations only.', 'own');
    }
    const type = modelService.current().types.get(row.object.type);
    const document = type && (await store.findDocument(type.name, row.object_id));
    if (type && document) assertWritable({ type, document }, context);
  },
  editedBy: (userId) => ({ modified_by: userId }),
  searched: () => {
    const stale = [...services.modelService.current().staleSearch];
    return stale.length > 0 ? { 'object.type': { $nin: stale } } : {};
  },
  inTrash: ({ translated_fields: fields, ...row }) => ({
    title: translationTitle(services.modelService.current().types.get(row.object.type), fields),
    description: null,
    status: row.status,
    lang: row.lang,
    created_by: row.created_by,
  }),
});

/** The object of a list of translations. @throws ApiError not_found, also when its type has no translations */
export async function findTranslated(
  services: ObjectServices,
  { object_type_name: typeName, object_id: id }: { object_type_name: string; object_id: string },
  context: RequestContext,
): Promise<ObjectRecord> {
  const found = await findVisible(services, typeName, id, context);
  if (!found.type.row.is_translatable) {
    throw new ApiError('not_found', 'Relationship "translations" does not exist.');
  }
  return found;
}

type Fields = Readonly<Record<string, unknown>>;

/** No translations of an object whose type is deleted. */
export const shownFields = (
  type: ResolvedType | undefined,
  fields: Fields,
  to: AttributeReader,
): Record<string, unknown> => (type ? readableValues(type, fields, to) : {});

/** Those that a caller cannot change: hidden ones, and those of attributes that only other roles read or write (D579). */
export function keptFields(type: ResolvedType, fields: Fields, caller: RoleHolder): Record<string, unknown> {
  const { write } = hiddenAttributes(type, caller);
  const isKept = (name: string): boolean => !isShown(type, name, viewer(caller)) || write.has(name);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isKept(name)));
}

/** The searched texts: those that every caller sees. */
export const translationText = (type: ResolvedType, fields: Fields): string =>
  foldedText(shownFields(type, fields, ANONYMOUS_READER));

const TITLE_LENGTH = 255;

/** Its title in the trash. */
export function translationTitle(type: ResolvedType | undefined, fields: Fields): string | null {
  const { title } = shownFields(type, fields, ANONYMOUS_READER);
  return typeof title === 'string' ? title.slice(0, TITLE_LENGTH) : null;
}
