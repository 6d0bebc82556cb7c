// The form above a list, from the documented query parameters of its operation (D321).
import { controlOf } from '../fields/controls.ts';
import { resolveSchema } from '../schemas.ts';
import type { FormField } from '../fields/form-field.ts';
import { humanName, type JsonValue } from '../json-api-document.ts';
import { plainText } from '../fields/form-fields.ts';
import { ownHref, PAGE_PARAMETERS, withQuery, type Frame } from './frame.ts';
import { isRecord, memberOf } from '../../values.ts';

interface Option {
  value: string;
  label: string;
}

const OPERATORS = {
  eq: 'is',
  ne: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  in: 'is one of (with commas)',
  nin: 'is none of (with commas)',
  like: 'contains',
  null: 'is empty',
} as const;

const operatorWords = (operator: string): string =>
  String(memberOf(OPERATORS, operator) ?? operator).replace(/ \(.*/, '');

/** Members that the page has links or inputs for, or that do not affect a table. */
const OWN: ReadonlySet<string> = new Set(
  (
    'page page_size page[number] page[size] page[after] page[before] page[total] limit ' +
    'saved_by_refs sort filter filter[query] q fields[type] options'
  ).split(' '),
);

type QueryParameter = ReturnType<typeof queryParameters>[number];

const asOptions = (values: readonly unknown[]): Option[] =>
  values
    .filter((value) => value !== null)
    .map((value) => ({ value: String(value), label: value === true ? 'yes' : value === false ? 'no' : String(value) }));

/** @param parameters of the path and of the operation; references are followed */
export function queryParameters(parameters: readonly unknown[], document: JsonValue) {
  return parameters
    .map((parameter) => resolveSchema(parameter, document))
    .filter((parameter) => parameter['in'] === 'query' && typeof parameter['name'] === 'string')
    .map((parameter) => ({
      name: String(parameter['name']),
      description: typeof parameter['description'] === 'string' ? parameter['description'] : '',
      isFlag: parameter['allowEmptyValue'] === true,
      isDeep:
        parameter['style'] === 'deepObject' ||
        (isRecord(parameter['schema']) && parameter['schema']['type'] === 'object'),
      options: enumOf(resolveSchema(parameter['schema'], document)),
    }));
}

const enumOf = ({ enum: values }: JsonValue): Option[] | undefined =>
  Array.isArray(values) ? asOptions(values) : undefined;

const labelOf = (name: string): string => humanName(/^filter\[(.+)\]$/.exec(name)?.[1] ?? name);

/** Of the active ones. */
const MAX_CONDITIONS = 50;

const CONDITION = /^(?:filter\[|q$|include$|count$|lang$|fields)/;

/** Fields of every list other than attributes. */
const COMMON = ['id', 'created', 'modified'] as const;

/** Fields for conditions, in the order of their labels. */
function fieldOptions(fields: readonly FormField[]): Option[] {
  const own = fields.filter((field) => controlOf(field).isComparable);
  if (own.length === 0) return [];
  const all = [
    ...own.map(({ name, label }) => ({ value: name, label })),
    ...COMMON.map((name) => ({ value: name, label: humanName(name) })),
  ];
  const found = [...new Map(all.map((option) => [option.value, option])).values()];
  return found
    .map(({ value, label }) => ({ value, label: humanName(value) === label ? label : `${label} (${value})` }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}

/** `filter[area][gt]=5` in words: `Area is more than 5`. */
function conditionText(name: string, value: string, fields: readonly FormField[]): string {
  const [, field, operator] = /^filter\[([^\]]+)\](?:\[([^\]]+)\])?$/.exec(name) ?? [];
  if (field === undefined) return value === '' ? humanName(name) : `${humanName(name)}: ${value}`;
  const label = fields.find((each) => each.name === field)?.label ?? humanName(field);
  if (operator === 'null') return `${label} ${/^(?:0|false)$/.test(value) ? 'is not empty' : 'is empty'}`;
  return value === '' ? label : `${label} ${operatorWords(operator ?? 'eq')} ${value}`;
}

/** A value outside of the options stays selected until another one is chosen. */
const withValue = (options: readonly Option[] | undefined, value: string): readonly Option[] | undefined =>
  options === undefined || value === '' || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }];

/**
 * @param attributes of the resources of the list, as described: conditions can be set on them
 * @returns undefined for an operation without parameters to choose
 */
export function filterForm(parameters: readonly QueryParameter[], attributes: readonly FormField[], frame: Frame) {
  const [path = '', text = ''] = frame.path.split('?');
  const query = new URLSearchParams(text);
  const names = new Set(parameters.map(({ name }) => name));
  const choices = new Map(
    attributes
      .filter(({ kind, options }) => (kind === 'choice' || kind === 'flag') && options.length > 0)
      .map((field) => [`filter[${field.name}]`, field]),
  );
  const field = ({ name, description, isFlag, options }: QueryParameter) => {
    const value = isFlag ? (query.has(name) ? 'on' : '') : (query.get(name) ?? '');
    const known = options ?? (isFlag ? undefined : choices.get(name) && asOptions(choices.get(name)?.options ?? []));
    const hint = plainText(description).replace('; takes no value', '');
    return { name, label: labelOf(name), hint, value, isFlag, options: withValue(known, value) };
  };
  const search = parameters.find(({ name }) => name === 'q') ?? parameters.find(({ name }) => name === 'filter[query]');
  // Conditions first, then the other members.
  const isCondition = ({ name }: QueryParameter): number => (name.startsWith('filter[') ? 0 : 1);
  const all = [...parameters].sort((one, other) => isCondition(one) - isCondition(other));
  const shown = all.filter(({ name, isDeep }) => !isDeep && !OWN.has(name) && !/^(fields|page)\[/.test(name));
  if (!search && shown.length === 0 && !names.has('page_size')) return undefined;
  const chosen = names.has('filter') ? [...choices].filter(([name]) => !names.has(name)) : [];
  const fields = [
    ...chosen.map(([name, { label, hint, options }]) => {
      const value = query.get(name) ?? '';
      return { name, label, hint, value, isFlag: false, options: withValue(asOptions(options), value) };
    }),
    ...shown.map(field),
  ];
  const conditions = [...query].filter(([name]) => CONDITION.test(name)).slice(0, MAX_CONDITIONS);
  const inputs = new Set([...fields.map(({ name }) => name), search?.name, ...PAGE_PARAMETERS, 'page_size']);
  return {
    action: ownHref(`/html/find${path}`, frame),
    search: search && { ...field(search), label: 'Search' },
    fields,
    /** Fields for a condition; empty where the description names none. */
    anyField: names.has('filter') ? fieldOptions(attributes) : undefined,
    operators: Object.entries(OPERATORS).map(([value, label]) => ({ value, label })),
    pageSize: names.has('page_size') ? (query.get('page_size') ?? '') : undefined,
    /** Active ones; each links to the list without it. */
    conditions: conditions.map(([name, value]) => {
      const without = new URLSearchParams(query);
      without.delete(name, value);
      for (const each of PAGE_PARAMETERS) without.delete(each);
      return { text: conditionText(name, value, attributes), without: withQuery(path, without, frame) };
    }),
    /** Members of the query without an input. */
    kept: [...query].filter(([name]) => !inputs.has(name)).map(([name, value]) => ({ name, value })),
  };
}

/** The query of a list from its form: without empty members, and with the condition on any field. */
export function queryOfForm(form: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of form) {
    if (name.startsWith('any.')) continue;
    const flag = /^flag\.(.+)$/.exec(name)?.[1];
    if (flag !== undefined) query.append(flag, '');
    else if (value.trim() !== '') query.append(name, value.trim());
  }
  const [field, operator, value = ''] = ['field', 'operator', 'value'].map((part) => form.get(`any.${part}`)?.trim());
  if (field && operator && (value || operator === 'null')) {
    query.append(operator === 'eq' ? `filter[${field}]` : `filter[${field}][${operator}]`, value || '1');
  }
  return query;
}
