// What a model is made of (D960): things with a kind, a name and values, the same in files and in a service. None has an id,
// since ids differ between services. Values are complete: what a file leaves out has its default.
import { DEFAULT_PRIORITY } from '../access/access-rules.ts';
import { humanize } from '../model/names.ts';
import { shippedRows } from '../model/shipped.ts';
import { OBJECT_TYPE_DEFAULTS } from '../modeling/object-types.ts';
import { newLabels, type Labels } from '../taxonomy/labels.ts';
import { isRecord, itemsIn } from '../values.ts';

/** In the order of their dependencies. */
export const MODEL_KINDS = [
  'property_types',
  'roles',
  'object_types',
  'properties',
  'relations',
  'categories',
  'permissions',
] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

/** Members of a file. */
export const SECTIONS = ['property_types', 'object_types', 'relations', 'roles', 'permissions'] as const;
export type Section = (typeof SECTIONS)[number];

export const sectionOf = (kind: ModelKind): Section =>
  kind === 'properties' || kind === 'categories' ? 'object_types' : kind;

export type Values = Readonly<Record<string, unknown>>;

export interface ModelThing {
  kind: ModelKind;
  /** Object type of a property or category, endpoint of a permission; empty for others. */
  owner: string;
  name: string;
  values: Values;
}

/** A thing as files want it. */
export interface WantedThing extends ModelThing {
  /** Its place for messages, such as `model/types.yaml:12:3`, or that of a member. */
  at(member?: string): string;
}

/** The model of some files. */
export interface WantedModel {
  things: ReadonlyMap<string, WantedThing>;
  /** Sections that some file has: of their kinds the files are the whole. */
  sections: ReadonlySet<Section>;
  /** Whose permissions are listed. */
  endpoints: ReadonlySet<string>;
}

export const thingKey = ({ kind, owner, name }: Omit<ModelThing, 'values'>): string => `${kind} ${owner}/${name}`;

/** Its place in a file; a permission is in the list of its endpoint. */
export function pathOf({ kind, owner, name }: Omit<ModelThing, 'values'>): string[] {
  if (kind === 'permissions') return [kind, owner];
  return kind === sectionOf(kind) ? [kind, name] : ['object_types', owner, kind, name];
}

export const thingTitle = (thing: Omit<ModelThing, 'values'>): string =>
  `${pathOf(thing).join('.')}${thing.kind === 'permissions' ? ` (${thing.name})` : ''}`;

const pick = (row: object, names: readonly string[]): Values => {
  const known = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(names.map((name) => [name, known.get(name) ?? null]));
};

const PROPERTY_DEFAULTS = {
  property_type_name: null,
  label: null,
  description: null,
  is_nullable: true,
  read_only: false,
  indexed: false,
  default_value: null,
};
const RELATION_DEFAULTS = { inverse_name: null, description: null, params: null };
const ROLE_DEFAULTS = { description: null, unchangeable: false, priority: DEFAULT_PRIORITY };
const RULE_DEFAULTS = { role: null, application: null, anonymous: false, read: false, write: false };
const TYPE_DEFAULTS = { singular: null, ...OBJECT_TYPE_DEFAULTS };

/** What a permission is for; no two of an endpoint are for the same. */
const ruleName = ({ role, application, anonymous }: Values): string =>
  [
    typeof role === 'string' ? `role ${role}` : 'all',
    anonymous === true ? 'anonymous too' : 'signed in',
    ...(typeof application === 'string' ? [`application ${application}`] : []),
  ].join(', ');

/** Things that every service has, as shipped, by key. */
function readShipped(): Map<string, ModelThing> {
  const rows = shippedRows(new Date(0));
  const things: ModelThing[] = [
    ...rows.property_types.map((row) => thingOf('property_types', '', row.name, { params: row.params })),
    ...rows.object_types.map((row) => thingOf('object_types', '', row.name, pick(row, Object.keys(TYPE_DEFAULTS)))),
    ...rows.properties.map((row) =>
      thingOf('properties', row.object_type_name, row.name, pick(row, Object.keys(PROPERTY_DEFAULTS))),
    ),
    ...rows.relations.map((row) => {
      const { name, label, inverse_label, left_object_types, right_object_types } = row;
      const sides = { label, inverse_label, left_object_types, right_object_types };
      return thingOf('relations', '', name, { ...pick(row, Object.keys(RELATION_DEFAULTS)), ...sides });
    }),
  ];
  return new Map(things.map((thing) => [thingKey(thing), thing]));
}

let shipped: Map<string, ModelThing> | undefined;

/** The thing as shipped; undefined for one of the project. */
export const shippedThing = (thing: Omit<ModelThing, 'values'>): ModelThing | undefined =>
  (shipped ??= readShipped()).get(thingKey(thing));

const ofFreshService: ReadonlySet<string> = new Set(['roles /admin', 'roles /editor']);

/** Removed by no file. */
export const isPermanent = (thing: ModelThing): boolean =>
  ofFreshService.has(thingKey(thing)) || shippedThing(thing) !== undefined;

const names = (value: unknown): string[] => itemsIn(value).map(String).sort();

function relationValues(name: string, given: Values): Values {
  const inverse = typeof given['inverse_name'] === 'string' ? given['inverse_name'] : name;
  const labels = { label: humanize(name), inverse_label: humanize(inverse) };
  const { left_object_types: left, right_object_types: right } = given;
  return { ...labels, ...given, left_object_types: names(left), right_object_types: names(right) };
}

export function textsIn(value: unknown): Labels {
  const entries = Object.entries(isRecord(value) ? value : {});
  return Object.fromEntries(entries.map(([language, text]) => [language, String(text)]));
}

function categoryValues(name: string, { label, labels, enabled, parent }: Values): Values {
  const text = typeof label === 'string' ? label : null;
  return {
    labels: newLabels(name, { labels: textsIn(labels), label: text }),
    enabled: enabled ?? true,
    parent: parent ?? null,
  };
}

function typeValues({ properties: _properties, categories: _categories, ...given }: Values): Values {
  const rules = given['attribute_permissions'];
  if (!isRecord(rules)) return given;
  const filled = Object.entries(rules).map(([name, rule]) => [
    name,
    { read: null, write: null, ...(isRecord(rule) && rule) },
  ]);
  return { ...given, attribute_permissions: Object.fromEntries(filled) };
}

/** The values of a thing that says nothing but its names; those of a shipped thing are as shipped. */
export function defaultValuesOf(thing: ModelThing): Values {
  const { kind, owner, name, values } = thing;
  const named = kind === 'relations' ? { inverse_name: values['inverse_name'] } : {};
  return shippedThing(thing)?.values ?? { ...thingOf(kind, owner, name, named).values };
}

/** @param given what a file or a service says of it */
export function thingOf(kind: ModelKind, owner: string, name: string, given: Values): ModelThing {
  const make = (values: Values): ModelThing => ({ kind, owner, name, values });
  switch (kind) {
    case 'property_types':
      return make({ params: {}, ...given });
    case 'roles':
      return make({ ...ROLE_DEFAULTS, ...given });
    case 'object_types':
      return make({ ...TYPE_DEFAULTS, ...typeValues(given) });
    case 'properties':
      return make({ ...PROPERTY_DEFAULTS, ...given });
    case 'relations':
      return make({ ...RELATION_DEFAULTS, ...relationValues(name, given) });
    case 'categories':
      return make(categoryValues(name, given));
    case 'permissions': {
      const values = { ...RULE_DEFAULTS, ...given };
      return { kind, owner, name: ruleName(values), values };
    }
  }
}
