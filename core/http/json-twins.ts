// JSON:API bodies are read and sent as application/json too (D1, D2): the YAML names the first, this adds the second.
const JSON_API = 'application/vnd.api+json';

/** Adds an `application/json` twin to every content map that has JSON:API only; changes the document it is given. */
export function addJsonTwins(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'content' && isContent(value) && JSON_API in value) value['application/json'] ??= value[JSON_API];
    if (key !== 'examples' && key !== 'example') addJsonTwins(value);
  }
}

const isContent = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
