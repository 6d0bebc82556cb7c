// Keywords of JSON Schema in linear time: Ajv compares each item with each other one, and each value with each of a list.
import type { Ajv, ErrorObject, SchemaValidateFunction } from 'ajv';

/** One text for equal JSON values: members in the order of their names. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}

type Check = (value: unknown) => Partial<ErrorObject> | undefined;

/** A keyword whose check is made once for each schema. */
function addKeyword(ajv: Ajv, keyword: string, makeCheck: (schema: never) => Check, type?: 'array'): void {
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword,
    ...(type && { type }),
    errors: true,
    compile(schema: unknown) {
      // cast: Ajv has checked the value by the meta-schema of the keyword
      const check = makeCheck(schema as never);
      const validate: SchemaValidateFunction = (value: unknown) => {
        const error = check(value);
        validate.errors = error ? [{ keyword, ...error }] : [];
        return error === undefined;
      };
      return validate;
    },
  });
}

/** The first item that an earlier one equals. */
function findDuplicate(items: readonly unknown[]): Partial<ErrorObject> | undefined {
  const seen = new Map<string, number>();
  for (const [j, item] of items.entries()) {
    const text = canonicalJson(item);
    const i = seen.get(text);
    if (i !== undefined) {
      const message = `must NOT have duplicate items (items ## ${i} and ${j} are identical)`;
      return { params: { i, j }, message };
    }
    seen.set(text, j);
  }
  return undefined;
}

const uniqueItems =
  (isAsked: boolean): Check =>
  (value) =>
    isAsked && Array.isArray(value) ? findDuplicate(value) : undefined;

function oneOfValues(allowedValues: readonly unknown[]): Check {
  const allowed = new Set(allowedValues.map(canonicalJson));
  const error = { params: { allowedValues }, message: 'must be equal to one of the allowed values' };
  return (value) => (allowed.has(canonicalJson(value)) ? undefined : error);
}

/** Replaces `uniqueItems` and `enum` by checks that compare the texts of values. */
export function addLinearKeywords(ajv: Ajv): void {
  addKeyword(ajv, 'uniqueItems', uniqueItems, 'array');
  addKeyword(ajv, 'enum', oneOfValues);
}
