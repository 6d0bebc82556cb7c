// The specification of a resource whose items are rows of a collection: its attributes. Filters, sorts, accepted attributes and
// the representation follow from it; row-operations.ts has the operations.
import type { components } from '../../generated/api.d.ts';
import type { RequestContext } from '../context.ts';
import type { Described, Resource, ResourceName } from '../format/jsonapi/documents.ts';
import { formatDateTime } from '../date-values.ts';
import type { ValueKind } from '../model/model.ts';
import type { Field } from '../query/filters.ts';
import type { ResourceRow, ResourceType } from './resource-type.ts';

type Schemas = components['schemas'];
type SchemaOf<Key extends string> = Key extends keyof Schemas ? Schemas[Key] : never;

/** The attributes that a POST body can have. */
export type CreateAttributes<Name extends ResourceName> = SchemaOf<`${Name}CreateAttributes`> & object;
/** The attributes that a PATCH body can have. */
export type UpdateAttributes<Name extends ResourceName> = SchemaOf<`${Name}UpdateAttributes`> & object;
/** The attributes of either body. */
export type AttributesInput<Name extends ResourceName> = Partial<CreateAttributes<Name>> &
  Partial<UpdateAttributes<Name>>;

/** A member of `attributes` or `meta`. */
export interface RowAttribute<Row, Value = unknown> {
  /** Kind of the values in filters and sorts; without it the attribute has neither. */
  kind?: ValueKind;
  /** Its texts are codes for programs, in the order of their bytes. */
  bytewise?: true;
  /** Stored path; the name of the attribute by default. */
  path?: string;
  /**
   * Value of a new row without the attribute in its body (undefined: set by rules). An attribute without a default is required.
   */
  default?: Value | undefined;
  /** The value in responses, if it is not the stored one. */
  show?: (row: Row, context?: Pick<RequestContext, 'caller'>) => unknown;
  /** The value in responses of an attribute that is not stored; only rules write its sources. */
  computed?: (row: Row) => unknown;
}

type MembersOf<Name extends ResourceName, Key extends 'attributes' | 'meta'> =
  Described<Name> extends infer Item ? (Item extends Record<Key, infer Members> ? Members : never) : never;

type Attributes<Row, Members> = {
  readonly [Key in keyof Members]-?: RowAttribute<Row, Key extends keyof Row ? Row[Key] : never>;
};

/** @typeParam Name the described resource of the rows; exactly its attributes are specified */
export interface ResourceSpecification<Row extends ResourceRow, Name extends ResourceName>
  extends
    Pick<ResourceType<Row, Name>, 'type' | 'path' | 'collection'>,
    Partial<Pick<ResourceType<Row>, 'searchable' | 'ids' | 'addressedBy' | 'uniqueField' | 'filters' | 'recorded'>> {
  attributes: Attributes<Row, MembersOf<Name, 'attributes'>>;
  /** Members of `meta`, which bodies do not set, other than `created` and `modified`. */
  meta?: Attributes<Row, Omit<MembersOf<Name, 'meta'>, 'created' | 'modified'>>;
  /** Responses do not show the dates of the rows. */
  withoutDates?: true;
  /** Names of the relationships that have links. */
  relationships?: readonly string[];
}

export interface DefinedResource<Row extends ResourceRow, Name extends ResourceName> extends ResourceType<Row, Name> {
  /** Attributes that bodies set. */
  accepted: readonly string[];
  required: readonly string[];
  defaults: Readonly<Record<string, unknown>>;
}

type Entries<Row> = readonly (readonly [string, RowAttribute<Row>])[];

const DATES: Entries<ResourceRow> = [
  ['created', { kind: 'datetime' }],
  ['modified', { kind: 'datetime' }],
];

function fieldsOf<Row>(entries: Entries<Row>, ids: 'integer' | 'text' | undefined): Map<string, Field> {
  const fields = entries.flatMap(([name, { kind, path = name, bytewise }]): [string, Field][] =>
    kind === undefined ? [] : [[name, { path, kind, bytewise }]],
  );
  return new Map([['id', { path: '_id', kind: ids === 'text' ? 'string' : 'integer' }], ...fields]);
}

/** Members of responses; those without a value are omitted. */
function shownMembers<Row extends ResourceRow>(
  entries: Entries<Row>,
  row: Row,
  context: Pick<RequestContext, 'caller'> | undefined,
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const [name, { show, computed }] of entries) {
    const read = show ?? computed;
    const value: unknown = read ? read(row, context) : row[name];
    if (value !== undefined) members[name] = value instanceof Date ? formatDateTime(value) : value;
  }
  return members;
}

/** The resource type of a specification. */
export function defineResource<Row extends ResourceRow, Name extends ResourceName>({
  attributes,
  meta,
  relationships,
  withoutDates,
  ...specification
}: ResourceSpecification<Row, Name>): DefinedResource<Row, Name> {
  const { type, path, ids } = specification;
  const entries = Object.entries(attributes) as Entries<Row>;
  const metaEntries = [...Object.entries(meta ?? {}), ...(withoutDates ? [] : DATES)] as Entries<Row>;
  const stored = entries.filter(([, { computed }]) => !computed);
  const optional = [...stored, ...metaEntries].filter(([, attribute]) => 'default' in attribute);
  const linked = relationships && { relationships: Object.fromEntries(relationships.map((name) => [name, {}])) };
  return {
    searchable: [],
    addressedBy: [],
    filters: {},
    ...specification,
    fields: fieldsOf([...entries, ...metaEntries], ids),
    accepted: stored.map(([name]) => name),
    required: stored.filter(([, attribute]) => !('default' in attribute)).map(([name]) => name),
    defaults: Object.fromEntries(optional.map(([name, attribute]) => [name, attribute.default])),
    toResource: (row, context): Resource<Name> => ({
      id: String(row._id),
      type,
      path: `${path}/${encodeURIComponent(row._id)}`,
      attributes: shownMembers(entries, row, context),
      meta: shownMembers(metaEntries, row, context),
      ...linked,
    }),
  };
}
