// Texts in the order of a language (D800): whether a list needs it, and filters whose equality stays exact in it (D801). Pure.
import type { SortField } from '../list-request.ts';
import { MAY_BE_TEXT } from '../store/indexes/indexes.ts';
import type { Condition, Field, Fields } from './filters.ts';
import { escapeRegExp } from './search-terms.ts';
import { itemsIn } from '../values.ts';

const isText = ({ path, kind, bytewise }: Field): boolean => MAY_BE_TEXT.has(kind) && path !== '_id' && !bytewise;

/** Whether a sort compares texts. */
export const sortsTexts = (sort: readonly SortField[], fields: Fields): boolean =>
  sort.some(({ field: name }) => {
    const field = fields.get(name);
    return field !== undefined && isText(field);
  });

const RANGES: ReadonlySet<string> = new Set(['$lt', '$lte', '$gt', '$gte']);
const EQUALITIES: ReadonlySet<string> = new Set(['$eq', '$in']);

type Operators = Readonly<Record<string, unknown>>;

const isOperators = (value: unknown): value is Operators =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const hasText = (operand: unknown): boolean =>
  typeof operand === 'string' || (Array.isArray(operand) && operand.some(hasText));

const operatorsOf = (value: unknown): Operators => (isOperators(value) ? value : { $eq: value });

/** By their stored paths. */
const byPath = (fields: Fields, isWanted: (field: Field) => boolean): Fields =>
  new Map([...fields.values()].filter(isWanted).map((field) => [field.path, field]));

/** Whether they compare texts, or are equalities with texts of a field whose index has the order of texts. */
export function comparesTexts(conditions: readonly Condition[], fields: Fields): boolean {
  const texts = byPath(fields, isText);
  const isIn = (condition: Condition): boolean =>
    Object.entries(condition).some(([name, value]) => {
      if (name.startsWith('$')) return Array.isArray(value) && value.some(isIn);
      const field = texts.get(name);
      if (!field) return false;
      return Object.entries(operatorsOf(value)).some(
        ([operator, operand]) =>
          hasText(operand) && (RANGES.has(operator) || (field.inTextOrder === true && EQUALITIES.has(operator))),
      );
    });
  return conditions.some(isIn);
}

/** A pattern for exactly this text, in which no collation takes part. */
const exactly = (text: string): string => `\\A${escapeRegExp(text)}\\z`;

const exactItems = (items: readonly unknown[]): unknown[] =>
  items.map((item) => (typeof item === 'string' ? new RegExp(exactly(item)) : item));

function exactOperator(operator: string, operand: unknown): { instead?: Operators; also?: Operators } {
  if (!hasText(operand)) return {};
  if (operator === '$eq') return { also: { $regex: exactly(String(operand)) } };
  if (operator === '$ne') return { instead: { $not: { $regex: exactly(String(operand)) } } };
  if (operator === '$in') return { also: { $in: exactItems(itemsIn(operand)) } };
  return operator === '$nin' ? { instead: { $nin: exactItems(itemsIn(operand)) } } : {};
}

/** The same condition, whose equality is exact although the read has an order of texts. */
export function exactCondition(condition: Condition, fields: Fields): Condition {
  const texts = byPath(fields, ({ kind }) => MAY_BE_TEXT.has(kind));
  const exact = (one: Condition): Condition => {
    const parts = Object.entries(one).flatMap(([name, value]): Condition[] => {
      if (name.startsWith('$')) return [{ [name]: Array.isArray(value) ? value.map(exact) : value }];
      if (!texts.has(name)) return [{ [name]: value }];
      return Object.entries(operatorsOf(value)).flatMap(([operator, operand]) => {
        // Options are part of a pattern.
        if (operator === '$options') return [];
        if (operator === '$regex') return [{ [name]: value }];
        const { instead, also } = exactOperator(operator, operand);
        return [{ [name]: instead ?? { [operator]: operand } }, ...(also ? [{ [name]: also }] : [])];
      });
    });
    return parts.length === 1 && parts[0] ? parts[0] : { $and: parts };
  };
  return exact(condition);
}
