// Filters of a list as MongoDB conditions: values are cast to the kind of their field, operators come from a closed
// list, so that no text of a client is read as a MongoDB operator (D7, D522, D523).
import { ApiError } from '../errors.ts';
import type { FilterValue } from '../list-request.ts';
import type { ValueKind } from '../model/model.ts';
import { escapeRegExp } from './search-terms.ts';
import { castQueryValue } from '../model/attribute-values.ts';

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

function cast(field: Field, text: string, parameter: string): unknown {
  if (field.read) return field.read(text, parameter);
  const kind = field.kind === 'array' ? (field.itemKind ?? 'json') : field.kind;
  if (kind === 'object' || kind === 'array') throw filterError(parameter, 'this field is filtered by [null] only.');
  try {
    const value = castQueryValue(kind, text);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  } catch (error) {
    throw filterError(parameter, error instanceof Error ? error.message : 'the value has the wrong kind.');
  }
  // An object from a query string could be read as an operator or a BSON type.
  throw filterError(parameter, 'only plain values can be compared.');
}

const castAll = (field: Field, texts: readonly string[], parameter: string): unknown[] =>
  texts.map((text) => cast(field, text, parameter));

/** Items of a comma list or of a repeated parameter. */
export function listOf(value: FilterValue, parameter: string): string[] {
  if (typeof value === 'string') return value.split(',');
  if (Array.isArray(value)) return value.flatMap((item: string) => item.split(','));
  throw filterError(parameter, 'a value or a list of values is expected.');
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

function operatorCondition(field: Field, operator: string, value: FilterValue, parameter: string): Condition {
  const comparison = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
  if (comparison) return { [comparison]: cast(field, singleText(value, parameter), parameter) };
  switch (operator) {
    case 'null':
      return booleanOf(value, parameter) ? { $eq: null } : { $ne: null };
    case 'in':
      return { $in: castAll(field, listOf(value, parameter), parameter) };
    case 'nin':
      return { $nin: castAll(field, listOf(value, parameter), parameter) };
    case 'like': {
      const kind = field.kind === 'array' ? field.itemKind : field.kind;
      if (field.read || (kind !== 'string' && kind !== 'json'))
        throw filterError(parameter, 'like works on text only.');
      return { $regex: escapeRegExp(singleText(value, parameter)), $options: 'i' };
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
    const casts = castAll(field, listOf(value, parameter), parameter);
    // Never the bare value: an object would be read as operators.
    return { [field.path]: casts.length === 1 ? { $eq: casts[0] } : { $in: casts } };
  }
  const parts = Object.entries(value).map(([operator, operand]) => ({
    [field.path]: operatorCondition(field, operator, operand, `${parameter}[${operator}]`),
  }));
  return parts.length === 1 ? (parts[0] as Condition) : { $and: parts };
}

/**
 * Condition for rows that are related to one which meets all these filters (D463), by the names of fields of the
 * related rows.
 * @throws ApiError invalid_filter for an unknown relation or field, query_too_expensive
 */
export type RelatedFilter = (relation: string, filters: ReadonlyMap<string, FilterValue>) => Promise<Condition>;

type Filters = ReadonlyMap<string, FilterValue>;

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
