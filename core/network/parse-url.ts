/** Not by URL.canParse: once it is compiled, Node 20 refuses some letters that `new URL` accepts. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
