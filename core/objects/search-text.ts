// What the text search looks in besides title and description (reference/jsonapi.md 1.10).
import type { ResolvedType } from '../model/model.ts';
import type { ObjectDocument } from '../store/store.ts';

/** Characters; a row of `objects` stays small whatever the document holds. */
const MAX_LENGTH = 32_768;

const SEARCHABLE = [
  'body',
  'name',
  'surname',
  'email',
  'company_name',
  'street_address',
  'city',
  'country',
  'state_name',
  'pseudonym',
  'provider',
  'address',
  'locality',
  'country_name',
  'region',
];

const withoutTags = (text: string): string => text.replace(/<[^>]*>/g, ' ');

/** Characters of title and description that the row of `objects` holds itself; the rest is searched through here. */
export const ROW_TEXT_LENGTH = 1000;

/** Text of the searchable attributes of a document, tags of HTML left out, capped. */
export function searchText(type: ResolvedType, document: ObjectDocument): string {
  const { title, description } = document;
  const parts = [title, description].map((text) => withoutTags(text?.slice(ROW_TEXT_LENGTH) ?? ''));
  let length = 0;
  for (const name of SEARCHABLE) {
    const value = type.attribute.get(name)?.custom === false ? document[name] : undefined;
    if (typeof value !== 'string' || value === '') continue;
    const text = withoutTags(value.slice(0, 2 * MAX_LENGTH));
    parts.push(text);
    length += text.length;
    if (length > MAX_LENGTH) break;
  }
  return parts
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, MAX_LENGTH)
    .toWellFormed();
}
