// Values in the cells of a list: references are links, long texts are cut, nested values are summarised (D371).
import { memberValue } from './columns.ts';
import type { People, ShownResource } from '../json-api-document.ts';
import { ownHref, type Frame } from './frame.ts';
import { userValue } from './resource-link.ts';
import { shownValue, type ShownValue } from './shown-value.ts';
import { itemsIn, isRecord } from '../../values.ts';

const MAX_TEXT = 60;

const cut = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

function linkTo(type: string, id: unknown, text: string, frame: Frame): ShownValue {
  const places = [`/${type}`, `/model/${type}`, `/admin/${type}`];
  const path = places.map((place) => `${place}/${encodeURIComponent(String(id))}`).find((each) => frame.isPage(each));
  return path === undefined
    ? { kind: 'text', text }
    : { kind: 'link', text, address: { href: ownHref(path, frame), isOwn: true } };
}

/** The first start time of date ranges. */
function timesOf(ranges: unknown): ShownValue | undefined {
  const [first, ...more] = itemsIn(ranges);
  if (!isRecord(first)) return undefined;
  const times = [first['start_date'], first['end_date']].flatMap((time) => {
    const shown = shownValue(time, '');
    return shown.kind === 'time' ? [shown.text] : [];
  });
  const rest = more.length > 0 ? `, and ${more.length} more` : '';
  return { kind: 'text', text: times.join(' – ') + rest };
}

type Special = (value: unknown, resource: ShownResource, frame: Frame) => ShownValue | undefined;

/** By name: columns with special forms. */
const SPECIAL: Readonly<Record<string, Special>> = {
  status: (value) => (typeof value === 'string' ? { kind: 'status', text: value } : undefined),
  object_id: (value, _resource, frame) => linkTo('objects', value, `object ${String(value)}`, frame),
  resource_id(value, resource, frame) {
    const type = String(memberValue(resource, 'resource_type'));
    return linkTo(type, value, `${type} ${String(value)}`, frame);
  },
  changed: (value) => (isRecord(value) ? { kind: 'text', text: cut(Object.keys(value).join(', ')) } : undefined),
  date_ranges: timesOf,
};

function shortened(shown: ShownValue): ShownValue {
  if (shown.kind === 'json') return { kind: 'empty' };
  if (shown.kind === 'long' || shown.kind === 'markup') return { kind: 'text', text: cut(shown.text) };
  return shown.kind === 'link' || shown.kind === 'text' ? { ...shown, text: cut(shown.text) } : shown;
}

/** A cell of the row of a resource. */
export function cellOf(resource: ShownResource, name: string, people: People, frame: Frame): ShownValue {
  const value = memberValue(resource, name);
  if (value === null || value === undefined) return { kind: 'empty' };
  const special = Object.hasOwn(SPECIAL, name) ? SPECIAL[name]?.(value, resource, frame) : undefined;
  return special ?? userValue(name, value, people, frame) ?? shortened(shownValue(value, frame.base));
}
