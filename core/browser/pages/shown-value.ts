// Values of attributes in readable form. HTML in them is shown as its source, never as HTML (D322).
import { isMarkup, textOfMarkup } from './markup.ts';
import { MAX_SHOWN_JSON } from './json-view.ts';
import { addressOf, type Address } from './frame.ts';
import { isRecord } from '../../values.ts';

export type ShownValue =
  | { kind: 'empty' }
  | { kind: 'text' | 'long' | 'number' | 'json' | 'status'; text: string }
  /** HTML as text, and its source. */
  | { kind: 'markup'; text: string; source: string }
  | { kind: 'flag'; text: 'yes' | 'no' }
  | { kind: 'time'; text: string; iso: string }
  | { kind: 'link'; text: string; address: Address }
  | { kind: 'list'; items: readonly string[] };

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const LONG = 100;

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);

function shownText(text: string, base: string): ShownValue {
  if (isMarkup(text)) return { kind: 'markup', text: textOfMarkup(text), source: text };
  const address = addressOf(text, base);
  if (address) return { kind: 'link', text, address };
  const [, day, time, zone] = DATE_TIME.exec(text) ?? [];
  if (day !== undefined) {
    const inZone = zone === 'Z' || zone === '+00:00' ? 'UTC' : (zone ?? '');
    return { kind: 'time', text: `${day} ${time} ${inZone}`, iso: text };
  }
  return { kind: text.length > LONG || text.includes('\n') ? 'long' : 'text', text };
}

/** Lists of short words, and of items with a label, such as categories. */
function listItems(values: readonly unknown[]): string[] | undefined {
  const items = values.map((value) => {
    if (isRecord(value) && typeof value['label'] === 'string' && 'name' in value) return value['label'];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  });
  const isShort = (item: string | undefined): item is string => item !== undefined && item.length <= LONG;
  return items.every(isShort) ? items : undefined;
}

/** The beginning of JSON that no browser shows at once. */
const shortened = (json: string): string => (json.length > MAX_SHOWN_JSON ? `${json.slice(0, MAX_SHOWN_JSON)}…` : json);

/** @param base public base, for addresses of the service itself */
export function shownValue(value: unknown, base: string): ShownValue {
  if (isEmpty(value)) return { kind: 'empty' };
  if (typeof value === 'boolean') return { kind: 'flag', text: value ? 'yes' : 'no' };
  if (typeof value === 'number') return { kind: 'number', text: String(value) };
  if (typeof value === 'string') return shownText(value, base);
  const items = Array.isArray(value) ? listItems(value) : undefined;
  return items ? { kind: 'list', items } : { kind: 'json', text: shortened(JSON.stringify(value, null, 2)) };
}
