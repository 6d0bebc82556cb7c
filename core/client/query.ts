// Query strings as the service reads them: `filter[area][gt]=100`, lists with commas.

type Query = Readonly<Record<string, unknown>>;

/**
 * Members of objects are in brackets, at any depth; members of arrays are joined by commas; null is an empty text;
 * undefined is omitted.
 * @returns without a question mark
 */
export function serializeQuery(query: Query): string {
  const parts: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return;
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)) {
      for (const [member, inner] of Object.entries(value)) add(`${name}[${member}]`, inner);
      return;
    }
    const text = Array.isArray(value) ? value.map(asText).join(',') : asText(value);
    parts.push(`${encode(name)}=${encode(text)}`);
  };
  for (const [name, value] of Object.entries(query)) add(name, value);
  return parts.join('&');
}

const asText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value ?? ''));

/** Brackets and commas are not encoded, so that addresses are readable. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll('%2C', ',');
