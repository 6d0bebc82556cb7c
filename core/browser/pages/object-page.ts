// One resource as a page: its attributes by their kinds, its relations as links, included resources (D321).
import {
  humanName,
  isResource,
  displayName,
  type JsonValue,
  type People,
  type ShownDocument,
  type ShownResource,
  resourceOf,
} from '../json-api-document.ts';
import { includedLinks } from './list-page.ts';
import { addressOf, ownHref, type Frame } from './frame.ts';
import { mediaOf, resourceHref, userValue, type Media } from './resource-link.ts';
import { shownValue } from './shown-value.ts';
import { isRecord, memberOf } from '../../values.ts';

/** Of what is linked by a relation; the list of it has all. */
const MAX_LINKED = 5;

const fieldsOf = (values: JsonValue = {}, base: string) =>
  Object.entries(values).map(([name, value]) => ({ name, label: humanName(name), value: shownValue(value, base) }));

const pathOfLink = (url: string | undefined, { base }: Frame): string =>
  url?.startsWith(base) === true ? url.slice(base.length) : '';

/** Paths of the relationships that the caller may change, and whose links the document has not. A folder shows its children. */
export const unknownRelations = (
  { relationships = {} }: ShownResource,
  frame: Frame,
  mayLink: RelatedContent['mayLink'],
): string[] =>
  Object.entries(relationships).flatMap(([name, { links, data }]) => {
    const path = pathOfLink(links?.self, frame);
    return data === undefined && name !== 'children' && path !== '' && mayLink(path) ? [path] : [];
  });

const identifiersOf = (data: unknown): ShownResource[] => (Array.isArray(data) ? data : [data]).filter(isResource);

function relationLinks(
  { relationships = {} }: ShownResource,
  document: ShownDocument,
  frame: Frame,
  { mayLink, linked }: RelatedContent,
) {
  const included = new Map(
    [...(document.included ?? []), ...(linked?.included ?? [])]
      .filter(isResource)
      .map((each) => [`${each.type}/${each.id}`, displayName(each)]),
  );
  const own = (url: string | undefined): string | undefined =>
    url === undefined ? undefined : addressOf(url, frame.base)?.href;
  const changeOf = (url: string | undefined): string | undefined => {
    const path = pathOfLink(url, frame);
    return path !== '' && mayLink(path) ? ownHref(`/html/relate${path}`, frame) : undefined;
  };
  const [found] = identifiersOf(linked?.data);
  return Object.entries(relationships).map(([name, { links, data, meta }]) => {
    const all = identifiersOf(data ?? found?.relationships?.[name]?.data);
    const identifiers = data === undefined ? all.slice(0, MAX_LINKED) : all;
    const count = meta?.['count'] ?? (all.length > identifiers.length ? all.length : undefined);
    return {
      name,
      label: humanName(name),
      href: own(links?.related),
      /** Page of the relationship itself: identifiers with position and parameters. */
      self: own(links?.self),
      /** The form that changes it. */
      change: changeOf(links?.self),
      count: typeof count === 'number' ? count : undefined,
      related: identifiers.map((each) => ({
        label: included.get(`${each.type}/${each.id}`) ?? `${each.type} ${each.id}`,
        href: resourceHref(each, frame),
      })),
    };
  });
}

export interface RelatedContent {
  /** Of another resource that represents this one. */
  picture: Media | undefined;
  people: People;
  /** The same resource, with links that the document has not. */
  linked: ShownDocument | undefined;
  /** Whether the caller may change the relationship at a path. */
  mayLink(path: string): boolean;
}

/** @param document of one resource */
export function resourcePage(document: ShownDocument, frame: Frame, around: RelatedContent) {
  const data = resourceOf(document);
  const { base } = frame;
  const status = data.attributes?.['status'];
  const all = fieldsOf(data.attributes, base);
  const schemas = isRecord(document.meta?.['schema']) ? document.meta['schema'] : {};
  const schema = String(memberOf(schemas[data.type], '$id') ?? '');
  return {
    label: displayName(data),
    type: data.type,
    id: data.id,
    status: typeof status === 'string' ? status : undefined,
    /** Its JSON Schema. */
    schema: addressOf(schema, base)?.href,
    fields: all.filter(({ value }) => value.kind !== 'empty'),
    /** Names of members without a value. */
    empty: all.filter(({ value }) => value.kind === 'empty').map(({ label }) => label),
    meta: fieldsOf(data.meta, base)
      .map((field) => ({
        ...field,
        value: userValue(field.name, data.meta?.[field.name], around.people, frame) ?? field.value,
      }))
      .filter(({ value }) => value.kind !== 'empty'),
    relations: relationLinks(data, document, frame, around),
    included: includedLinks(document, frame),
    media: mediaOf(data, base) ?? around.picture,
  };
}
