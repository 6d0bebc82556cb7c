// Suggested values of fields that name something of the model: categories, tags, types (D967).
import { displayName, isResource } from '../json-api-document.ts';
import { documentAt } from '../pages/page-extras.ts';
import type { FormField } from '../fields/form-field.ts';
import type { BrowserRequest } from '../browser-request.ts';
import { itemsIn } from '../../values.ts';

export interface Suggestion {
  value: string;
  label: string;
}

/** By name of the input. */
export type Suggestions = Readonly<Record<string, readonly Suggestion[]>>;

const MAX_SUGGESTED = 100;

/** By name of a field, in a form for resources of a list: the list of its values. */
const LISTS: Readonly<Record<string, (type: string) => string>> = {
  categories: (type) => `/model/categories?filter[object_type_name]=${encodeURIComponent(type)}&`,
  tags: () => '/model/tags?',
  property_type_name: () => '/model/property_types?',
  object_type_name: () => '/model/object_types?',
  parent_name: () => '/model/object_types?',
};

/** A request for each such field; what the caller may not read is not suggested. @param target path of the form */
export async function suggestionsFor(
  browser: BrowserRequest,
  fields: readonly FormField[],
  target: string,
): Promise<Suggestions> {
  const type = target.split('/')[1] ?? '';
  const found = await Promise.all(
    fields.map(async ({ name, input }) => {
      const list = Object.hasOwn(LISTS, name) ? LISTS[name]?.(type) : undefined;
      const document = list && (await documentAt(browser, `${list}page_size=${MAX_SUGGESTED}`));
      const resources = itemsIn(document ? document.data : undefined).filter(isResource);
      const suggestions = resources.map((each) => {
        const named = each.attributes?.['name'];
        return { value: typeof named === 'string' ? named : each.id, label: displayName(each) };
      });
      return [input, suggestions] as const;
    }),
  );
  return Object.fromEntries(found.filter(([, suggestions]) => suggestions.length > 0));
}
