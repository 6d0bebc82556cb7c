// The form above a list, made from the documented query parameters of its operation (D321).
import { humanName, isJson, type Json } from './document.ts';
import { plainText, resolveSchema } from './schema-field.ts';
import { ownHref, withQuery, type Frame } from './page.ts';

interface QueryField {
  /** As in the query: `filter[status]`. */
  name: string;
  label: string;
  hint: string;
  value: string;
  /** Takes no value. */
  isFlag: boolean;
}

export interface FilterForm {
  action: string;
  search: QueryField | undefined;
  fields: readonly QueryField[];
  /** A condition on any field. */
  anyField: readonly string[] | undefined;
  operators: readonly string[];
  pageSize: string | undefined;
  /** In force now; each leads to the list without it. */
  conditions: readonly { text: string; without: string }[];
  /** Members of the query that no input stands for. */
  kept: readonly { name: string; value: string }[];
}

const OPERATORS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'nin', 'like', 'null'] as const;

/** Members that the page itself has links or inputs for, or that change nothing in a table. */
const OWN: ReadonlySet<string> = new Set([
  'page',
  'page_size',
  'page[number]',
  'page[size]',
  'sort',
  'filter',
  'filter[query]',
  'q',
  'fields[type]',
  'options',
]);

interface QueryParameter {
  name: string;
  description: string;
  isFlag: boolean;
  isDeep: boolean;
}

/** @param parameters of the path and of the operation; references are followed */
export function queryParameters(parameters: readonly unknown[], document: Json): QueryParameter[] {
  return parameters
    .map((parameter) => resolveSchema(parameter, document))
    .filter((parameter) => parameter['in'] === 'query' && typeof parameter['name'] === 'string')
    .map((parameter) => ({
      name: String(parameter['name']),
      description: typeof parameter['description'] === 'string' ? parameter['description'] : '',
      isFlag: parameter['allowEmptyValue'] === true,
      isDeep:
        parameter['style'] === 'deepObject' ||
        (isJson(parameter['schema']) && parameter['schema']['type'] === 'object'),
    }));
}

const labelOf = (name: string): string => humanName(/^filter\[(.+)\]$/.exec(name)?.[1] ?? name);

const CONDITION = /^(?:filter\[|q$|include$|count$|lang$|fields)/;

/**
 * @param attributes names that conditions can be set on
 * @returns undefined where the operation documents nothing to choose
 */
export function filterForm(
  parameters: readonly QueryParameter[],
  attributes: readonly string[],
  frame: Frame,
): FilterForm | undefined {
  const [path = '', text = ''] = frame.path.split('?');
  const query = new URLSearchParams(text);
  const names = new Set(parameters.map(({ name }) => name));
  const field = ({ name, description, isFlag }: QueryParameter): QueryField => ({
    name,
    label: labelOf(name),
    hint: plainText(description).replace('; takes no value', ''),
    value: isFlag ? (query.has(name) ? 'on' : '') : (query.get(name) ?? ''),
    isFlag,
  });
  const search = parameters.find(({ name }) => name === 'q') ?? parameters.find(({ name }) => name === 'filter[query]');
  // Conditions first, then what else comes along.
  const isCondition = ({ name }: QueryParameter): number => (name.startsWith('filter[') ? 0 : 1);
  const all = [...parameters].sort((one, other) => isCondition(one) - isCondition(other));
  const fields = all.filter(({ name, isDeep }) => !isDeep && !OWN.has(name) && !/^(fields|page)\[/.test(name));
  if (!search && fields.length === 0 && !names.has('page_size')) return undefined;
  const conditions = [...query].filter(([name]) => CONDITION.test(name));
  const inputs = new Set([...fields.map(({ name }) => name), search?.name, 'page', 'page[number]', 'page_size']);
  return {
    action: ownHref(`/html/find${path}`, frame),
    search: search && { ...field(search), label: 'Search' },
    fields: fields.map(field),
    anyField: names.has('filter') ? attributes : undefined,
    operators: OPERATORS,
    pageSize: names.has('page_size') ? (query.get('page_size') ?? '') : undefined,
    conditions: conditions.map(([name, value]) => {
      const without = new URLSearchParams(query);
      without.delete(name, value);
      without.delete('page');
      return { text: value === '' ? name : `${name} = ${value}`, without: withQuery(path, without, frame) };
    }),
    kept: [...query].filter(([name]) => !inputs.has(name)).map(([name, value]) => ({ name, value })),
  };
}

/** The query of a list from what its form sends: without what was left empty, and with the condition on any field. */
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
