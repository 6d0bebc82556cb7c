// What is shown of a translation: fields that the type of its object does not hide (D422). Others are kept as they are.
import type { ResolvedType } from '../../model/model.ts';
import { foldedText } from '../search-text.ts';
import { isShown, shownOf } from '../shown-attributes.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Nothing of an object whose type is gone. */
export const shownFields = (type: ResolvedType | undefined, fields: Fields): Record<string, unknown> =>
  type ? shownOf(type, fields, 'others') : {};

export const hiddenFields = (type: ResolvedType, fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !isShown(type, name, 'others')));

/** What searches look in. */
export const translationText = (type: ResolvedType, fields: Fields): string => foldedText(shownFields(type, fields));

const TITLE_LENGTH = 255;

/** What the trash lists it by. */
export function translationTitle(type: ResolvedType | undefined, fields: Fields): string | null {
  const { title } = shownFields(type, fields);
  return typeof title === 'string' ? title.slice(0, TITLE_LENGTH) : null;
}
