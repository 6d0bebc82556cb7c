// The specification of a resource whose items are rows of a collection: its attributes. Filters, sorts, accepted attributes and
// the representation follow from it; row-operations.ts has the operations.
import type { components } from '../../generated/api.d.ts';
import type { RequestContext } from '../context.ts';
import type { MembersOf, Resource, ResourceName } from '../format/jsonapi/documents.ts';
import { formatDateTime } from '../date-values.ts';
import type { ValueKind } from '../model/model.ts';
import type { Field } from '../query/filters.ts';
import type { ResourceRow, ResourceType } from './resource-type.ts';

type Schemas = components['schemas'];
type SchemaOf<Key extends string> = Key extends keyof Schemas ? Schemas[Key] : object;

/** The attributes that a body of POST or PATCH can have. */
export type AttributesInput<Name extends ResourceName> = Partial<SchemaOf<`${Name}CreateAttributes`> & object> &
  Partial<SchemaOf<`${Name}UpdateAttributes`> & object>;

/** A member of `attributes` or `meta`. */
export interface RowAttribute<Row, Field = unknown, Value = unknown> {
  /** Kind of the values in filters and sorts; without it the attribute has neither. */
  kind?: ValueKind;
  /** Its texts are codes for programs, in the order of their bytes. */
  bytewise?: true;
  path?: string;
  /** Value of a new row without the attribute in its body (undefined: set by rules); without it the attribute is required. */
  default?: Field | undefined;
  /** The value in responses, if it is not the stored one. */
  show?: (row: Row, context?: Pick<RequestContext, 'caller'>) => Value;
  /** The value in responses of an attribute that is not stored; only rules write its sources. */
  computed?: (row: Row) => Value;
}

/** What a row or a rule gives for a described value (D903): a moment becomes its text; undefined omits the member. */
type Source<Value> = Value | (string extends Value ? Date : never) | undefined;

/** A field that the row type names. */
type FieldOf<Row, Key> = Key extends keyof { [K in keyof Row as string extends K ? never : K]: true }
  ? Key extends keyof Row
    ? Row[Key]
    : never
  : unknown;

/** An attribute whose field has another type than the described value has a function that gives the value. */
type Attribute<Row, Field, Value, Given = RowAttribute<Row, Field, Value>> = [Field] extends [Value]
  ? Given
  : | (Given & { [Key in keyof Given & 'show']-?: Given[Key] })
    | (Given & { [Key in keyof Given & 'computed']-?: Given[Key] });

/** Attributes that a row has or computes, each of the described type. */
export type DescribedAttributes<Row, Members> = {
  readonly [Key in keyof Members]-?: Attribute<Row, FieldOf<Row, Key>, Source<Exclude<Members[Key], undefined>>>;
};

/** @typeParam Name the described resource of the rows; exactly its attributes are specified */
export interface ResourceSpecification<Row extends ResourceRow, Name extends ResourceName>
  extends
    Pick<ResourceType<Row, Name>, 'type' | 'path' | 'collection'>,
    Partial<Pick<ResourceType<Row>, 'searchable' | 'ids' | 'addressedBy' | 'uniqueField' | 'filters' | 'recorded'>> {
  attributes: DescribedAttributes<Row, MembersOf<Name, 'attributes'>>;
  /** Members of `meta`, which bodies do not set, other than `created` and `modified`. */
  meta?: DescribedAttributes<Row, Omit<MembersOf<Name, 'meta'>, 'created' | 'modified'>>;
  /** Responses do not show the dates of the rows. */
  withoutDates?: true;
  relationships?: readonly string[];
}

export interface DefinedResource<Row extends ResourceRow, Name extends ResourceName> extends ResourceType<Row, Name> {
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

function shownMembers<Row extends ResourceRow, Members>(
  entries: Entries<Row>,
  row: Row,
  context: Pick<RequestContext, 'caller'> | undefined,
): Members {
  const members: Record<string, unknown> = {};
  for (const [name, { show, computed }] of entries) {
    const read = show ?? computed;
    const value: unknown = read ? read(row, context) : row[name];
    if (value !== undefined) members[name] = value instanceof Date ? formatDateTime(value) : value;
  }
  // cast: one by one from entries, which `DescribedAttributes` compares with the described members
  return members as Members;
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
  const entries: Entries<Row> = Object.entries(attributes);
  const metaEntries: Entries<Row> = [...Object.entries(meta ?? {}), ...(withoutDates ? [] : DATES)];
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
