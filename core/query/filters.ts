// Filters of a list as MongoDB conditions: values are cast to the kind of their field, and operators come from a closed list, so
// that no text of a client is read as a MongoDB operator (D7, D522, D523).
import { ApiError } from '../errors.ts';
import type { FilterValue, ListRequest } from '../list-request.ts';
import type { ValueKind } from '../model/model.ts';
import { escapeRegExp } from './search-terms.ts';
import { castQueryValue, castTimeSpan } from '../model/attribute-values.ts';
import type { TimeSpan } from '../date-values.ts';
import { isList, itemAt } from '../values.ts';

/** A field that can be filtered and sorted by. */
export interface Field {
  /** Stored path. */
  path: string;
  kind: ValueKind;
  /** Kind of the items of an array. */
  itemKind?: ValueKind;
  sortable?: false;
  /** Its texts are codes for programs, in the order of their bytes. */
  bytewise?: true | undefined;
  /** An index has its texts in the order of the language: equality is read from it (D801). */
  inTextOrder?: boolean;
  /** False when the database reads all rows to filter or sort by it; undefined when there are few rows. */
  indexed?: boolean;
  /** With an index of the few rows that have a value: it holds the same, and the lowest of all where there is none. */
  pathOfLater?: string;
  /** Rows whose value may be used, if not all may: a condition, and the same as an expression. */
  shown?: { condition: Condition; expression: Condition };
  /** Conversion of a text to the stored value, for kinds outside of the model. @throws ApiError invalid_filter */
  read?(text: string, parameter: string): unknown;
}
export type Fields = ReadonlyMap<string, Field>;

/** A field of codes for programs. */
export const CODE = { kind: 'string', bytewise: true } as const;

/** A MongoDB condition on stored fields. */
export type Condition = Record<string, unknown>;

export const MATCH_NONE = { _id: { $in: [] } } satisfies Condition;

/** A filter that is no field; `parameter` is its form in the request, for errors. */
export type NamedFilter = (value: FilterValue, parameter: string) => Condition | Promise<Condition>;

const OPERATORS: Readonly<Record<string, string>> = {
  eq: '$eq',
  '=': '$eq',
  ne: '$ne',
  neq: '$ne',
  '!=': '$ne',
  '<>': '$ne',
  lt: '$lt',
  '<': '$lt',
  lte: '$lte',
  le: '$lte',
  '<=': '$lte',
  gt: '$gt',
  '>': '$gt',
  gte: '$gte',
  ge: '$gte',
  '>=': '$gte',
};

/** 400 `invalid_filter` naming the parameter. */
export const filterError = (parameter: string, detail: string): ApiError =>
  new ApiError('invalid_filter', { detail: `${parameter}: ${detail}`, source: { parameter } });

/** For lists without texts to search in. @throws ApiError invalid_filter */
export function assertNoSearch({
  search,
  searchParameter = 'filter[query]',
}: Pick<ListRequest, 'search' | 'searchParameter'>): void {
  if (search !== undefined) throw filterError(searchParameter, 'there is no text to search in.');
}

/** Of the values that are compared: of an array, the kind of its items. */
const kindOf = ({ kind, itemKind = 'json' }: Field): ValueKind => (kind === 'array' ? itemKind : kind);

function converted<Value>(parameter: string, convert: () => Value): Value {
  try {
    return convert();
  } catch (error) {
    throw filterError(parameter, error instanceof Error ? error.message : 'the value has the wrong kind.');
  }
}

function cast(field: Field, text: string, parameter: string): unknown {
  if (field.read) return field.read(text, parameter);
  const kind = kindOf(field);
  if (kind === 'object' || kind === 'array') throw filterError(parameter, 'this field is filtered by [null] only.');
  const value = converted(parameter, () => castQueryValue(kind, text));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  // An object from a query string could be read as an operator or a BSON type.
  throw filterError(parameter, 'only plain values can be compared.');
}

/** Items of a comma list, or members of an array, which are taken as they are (D803). */
export function listOf(value: FilterValue, parameter: string): string[] {
  if (typeof value === 'object' && !isList(value))
    throw filterError(parameter, 'a value or a list of values is expected.');
  const items = typeof value === 'string' ? value.split(',') : [...value];
  if (typeof value === 'string' && items.length > 1 && items.includes(''))
    throw filterError(parameter, 'a value of the list is empty.');
  return items;
}

/** The one value of a filter. */
export function singleText(value: FilterValue, parameter: string): string {
  if (typeof value === 'string') return value;
  throw filterError(parameter, 'one value is expected.');
}

/** true, false, 1 or 0. */
export function booleanOf(value: FilterValue, parameter: string): boolean {
  if (value === '1' || value === 'true') return true;
  if (value === '0' || value === 'false') return false;
  throw filterError(parameter, 'true, false, 1 or 0 is expected.');
}

const LATER: ReadonlySet<string | undefined> = new Set(['$gt', '$gte']);

/** Whether the index of `pathOfLater` finds the rows of a filter. */
export const isByLater = ({ pathOfLater }: Field, value: FilterValue): boolean =>
  pathOfLater !== undefined &&
  typeof value === 'object' &&
  !isList(value) &&
  Object.keys(value).some((operator) => LATER.has(OPERATORS[operator]));

const TEXTS: ReadonlySet<ValueKind | undefined> = new Set(['string', 'json', 'array']);

/** A value with commas is a list, as in the reference system, and the whole value a member of a list of texts (D803). */
function valuesOf(field: Field, value: string | readonly string[], parameter: string): string[] {
  const isText = !field.read && TEXTS.has(kindOf(field));
  if (typeof value !== 'string' || !isText) return listOf(value, parameter);
  return value.includes(',') ? [value, ...value.split(',')] : [value];
}

/** Times are stored in milliseconds and shown in seconds: a value stands for all times that are shown like it (D805). */
const isTime = ({ kind, read }: Field): boolean => kind === 'datetime' && !read;

/** Comparisons with a span of time. */
const SPANS: Readonly<Record<string, (path: string, span: TimeSpan) => Condition>> = {
  $eq: (path, { from, to }) => ({ [path]: { $gte: from, $lt: to } }),
  $ne: (path, { from, to }) => ({
    $or: [{ [path]: { $lt: from } }, { [path]: { $gte: to } }, { [path]: { $eq: null } }],
  }),
  $lt: (path, { from }) => ({ [path]: { $lt: from } }),
  $lte: (path, { to }) => ({ [path]: { $lt: to } }),
  $gt: (path, { to }) => ({ [path]: { $gte: to } }),
  $gte: (path, { from }) => ({ [path]: { $gte: from } }),
};

function comparison(field: Field, operator: string, text: string, parameter: string): Condition {
  const ofSpan = isTime(field) ? SPANS[operator] : undefined;
  const path = LATER.has(operator) ? (field.pathOfLater ?? field.path) : field.path;
  if (!ofSpan) return { [path]: { [operator]: cast(field, text, parameter) } };
  return ofSpan(
    path,
    converted(parameter, () => castTimeSpan(text)),
  );
}

/** Any of several values, or none of them. */
function membership(field: Field, operator: '$in' | '$nin', texts: readonly string[], parameter: string): Condition {
  if (!isTime(field) || texts.length === 0)
    return { [field.path]: { [operator]: texts.map((text) => cast(field, text, parameter)) } };
  const isAny = operator === '$in';
  const parts = texts.map((text) => comparison(field, isAny ? '$eq' : '$ne', text, parameter));
  return { [isAny ? '$or' : '$and']: parts };
}

function operatorCondition(field: Field, operator: string, value: FilterValue, parameter: string): Condition {
  const { path } = field;
  const compared = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
  if (compared) return comparison(field, compared, singleText(value, parameter), parameter);
  switch (operator) {
    case 'null':
      return { [path]: booleanOf(value, parameter) ? { $eq: null } : { $ne: null } };
    case 'in':
      return membership(field, '$in', listOf(value, parameter), parameter);
    case 'nin':
      return membership(field, '$nin', listOf(value, parameter), parameter);
    case 'like': {
      const kind = field.kind === 'array' ? field.itemKind : field.kind;
      if (field.read || (kind !== 'string' && kind !== 'json'))
        throw filterError(parameter, 'like works on text only.');
      return { [path]: { $regex: escapeRegExp(singleText(value, parameter)), $options: 'i' } };
    }
    default:
      throw filterError(parameter, `unknown operator "${operator}".`);
  }
}

/** Condition on one field: a value, a list, or operators that must all hold. It never matches rows with a hidden value. */
export function fieldCondition(field: Field, value: FilterValue, parameter: string): Condition {
  const condition = valueCondition(field, value, parameter);
  return field.shown ? { $and: [field.shown.condition, condition] } : condition;
}

function valueCondition(field: Field, value: FilterValue, parameter: string): Condition {
  if (typeof value === 'string' || Array.isArray(value)) {
    const texts = valuesOf(field, value, parameter);
    const [text = ''] = texts;
    // Never the bare value: an object would be read as operators.
    return texts.length === 1 ? comparison(field, '$eq', text, parameter) : membership(field, '$in', texts, parameter);
  }
  const parts = Object.entries(value).map(([operator, operand]) =>
    operatorCondition(field, operator, operand, `${parameter}[${operator}]`),
  );
  if (parts.length === 0) throw filterError(parameter, 'a value is expected.');
  return parts.length === 1 ? itemAt(parts, 0) : { $and: parts };
}

type Filters = ReadonlyMap<string, FilterValue>;

/**
 * Condition for rows that are related to one which meets all these filters on its fields (D463).
 * @throws ApiError invalid_filter for an unknown relation or field, query_too_expensive
 */
export type RelatedFilter = (relation: string, filters: Filters) => Promise<Condition>;

/** The form of a filter on a field of a related row. */
export const relatedParameter = (relation: string, field: string): string => `filter[${relation}.${field}]`;

/** Filters `filter[relation.field]` by relation. @throws ApiError invalid_filter for other names with dots */
function byRelation(filters: Filters): Map<string, Map<string, FilterValue>> {
  const relations = new Map<string, Map<string, FilterValue>>();
  for (const [name, value] of filters) {
    const steps = name.split('.');
    const [relation = '', field = ''] = steps;
    if (steps.length !== 2 || relation === '' || field === '') {
      throw filterError(`filter[${name}]`, 'a relation and a field are expected, as in filter[author.title].');
    }
    relations.set(relation, (relations.get(relation) ?? new Map<string, FilterValue>()).set(field, value));
  }
  return relations;
}

/**
 * All filters of a request, each a condition that must hold.
 * @param related for lists that know `filter[relation.field]`
 * @throws ApiError `invalid_filter` for an unknown filter, operator or a value of the wrong kind
 */
export async function filterConditions(
  filters: Filters,
  named: Readonly<Record<string, NamedFilter>>,
  fields: Fields,
  related?: RelatedFilter,
): Promise<Condition[]> {
  const isRelated = ([name]: [string, FilterValue]): boolean => related !== undefined && name.includes('.');
  const all = [...filters];
  const own = all.filter((entry) => !isRelated(entry));
  const relations = byRelation(new Map(all.filter(isRelated)));
  return Promise.all([
    ...own.map(async ([name, value]) => {
      const parameter = `filter[${name}]`;
      const namedFilter = Object.hasOwn(named, name) ? named[name] : undefined;
      if (namedFilter) return namedFilter(value, parameter);
      const field = fields.get(name);
      if (!field) throw filterError(parameter, `filter "${name}" was not found.`);
      return fieldCondition(field, value, parameter);
    }),
    ...(related ? [...relations].map(([relation, fieldsOfIt]) => related(relation, fieldsOfIt)) : []),
  ]);
}
