// Names and flags shared by static and custom attributes.

import type { JsonSchema } from '../json/json-schema.ts';

/** `publish_start` -> `Publish Start`. */
export const titleOf = (name: string): string =>
  name
    .split('_')
    .filter((word) => word !== '')
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join(' ');

/** Texts are translatable unless the type's `translation_rules` exclude them; codes, names and addresses are not. */
export const isTranslatableSchema = (schema: JsonSchema): boolean => {
  const mediaType = schema['contentMediaType'];
  return typeof mediaType === 'string' && mediaType.startsWith('text/');
};
