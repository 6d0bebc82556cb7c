// JSON as HTML: indented, coloured, escaped, with links to the service's own addresses (D321).
import { addressOf } from './frame.ts';

/** Maximum of indented JSON in characters; these may contain a hundred thousand coloured words. */
export const MAX_SHOWN_JSON = 200_000;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** A key with its colon, a string, or a word: a number, true, false, null. */
const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

function stringHtml(token: string, base: string): string {
  const text = escapeHtml(token);
  const address = addressOf(String(JSON.parse(token)), base);
  const shown = address?.isOwn ? `<a href="${escapeHtml(address.href)}">${text}</a>` : text;
  return `<span class="json-string">${shown}</span>`;
}

function tokenHtml(token: string, base: string, colon: string | undefined): string {
  if (colon !== undefined) return `<span class="json-key">${escapeHtml(token)}</span>${colon}`;
  if (token.startsWith('"')) return stringHtml(token, base);
  return `<span class="json-word">${token}</span>`;
}

/** @returns HTML, undefined for JSON that is too long */
export function jsonHtml(value: unknown, base: string): string | undefined {
  const text = JSON.stringify(value, null, 2);
  if (text.length > MAX_SHOWN_JSON) return undefined;
  let html = '';
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [all, string, colon] = match;
    // Between tokens there are only brackets, commas and blanks.
    html += text.slice(end, match.index) + tokenHtml(string ?? all, base, colon);
    end = match.index + all.length;
  }
  return html + text.slice(end);
}
