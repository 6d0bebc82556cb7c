/**
 * @returns undefined for text that is no URL. Not by URL.canParse: once it is compiled, Node 20 treats letters such as
 * "ü" as invalid text, and refuses URLs that `new URL` accepts
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
