// Annotations as resources, their visibility and their write access (service.md 2.4, 4.10, D19, D29).
import { refusal } from '../../access/authorization.ts';
import type { Resource } from '../../format/jsonapi/documents.ts';
import { knownAttributes } from '../../format/jsonapi/resource-input.ts';
import { formatDateTime } from '../../date-values.ts';
import type { Field } from '../../query/filters.ts';
import { unescapeKeys } from '../../store/stored-keys.ts';
import type { AnnotationRow } from '../../store/store.ts';
import type { OwnedKind } from '../owned/owned-kind.ts';
import { typeFilter } from '../lists/object-filters.ts';
import type { ObjectServices } from '../object-services.ts';

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'integer' }],
  ['object_id', { path: 'object_id', kind: 'integer' }],
  ['object', { path: 'object_id', kind: 'integer', sortable: false }],
  ['description', { path: 'description', kind: 'string' }],
  ['user_id', { path: 'user_id', kind: 'integer' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
]);

const RELATIONSHIPS = { object: {} };

const toResource = (row: AnnotationRow): Resource<'Annotations'> => ({
  id: String(row._id),
  type: 'annotations',
  path: `/annotations/${row._id}`,
  attributes: { object_id: row.object_id, description: row.description, params: unescapeKeys(row.params) },
  meta: { user_id: row.user_id, created: formatDateTime(row.created), modified: formatDateTime(row.modified) },
  relationships: RELATIONSHIPS,
});

const TITLE_LENGTH = 100;

/** The start of the text, cut between characters. */
const beginning = (text: string): string => text.slice(0, TITLE_LENGTH).replace(/[\ud800-\udbff]$/, '');

export const annotationKind = (
  services: Pick<ObjectServices, 'store' | 'modelService'>,
): OwnedKind<AnnotationRow, 'Annotations'> => ({
  resources: {
    type: 'annotations',
    path: '/annotations',
    collection: services.store.annotations,
    fields: FIELDS,
    searchable: [],
    addressedBy: [],
    filters: { type: typeFilter(services, { path: 'object.type' }) },
    toResource,
    objectOf: ({ object_id: id, object: { type } }) => ({ id, type }),
    viewOf: ({ object }) => object,
    recorded: (fields) => knownAttributes(fields, ['object_id', 'description', 'params']),
  },
  scope({ access, caller }) {
    const grant = access.grant('annotations', 'read');
    if (grant === 'none') return undefined;
    return { trashed: false, ...(grant === 'mine' && { user_id: caller.userId }) };
  },
  async assertMayChange(_services, row, { access, caller }) {
    if (access.grant('annotations', 'write') === 'none')
      throw refusal(caller, 'Your roles do not allow this operation.');
    const isAuthor = caller.userId !== null && row.user_id === caller.userId;
    if (!isAuthor && !caller.isAdmin)
      throw refusal(caller, `Annotation ${row._id} can be changed only by its author or an administrator.`, 'own');
  },
  editedBy: () => ({}),
  inTrash: ({ description, user_id: author }) => ({
    title: beginning(description),
    description: null,
    status: 'on',
    lang: null,
    created_by: author,
  }),
});
