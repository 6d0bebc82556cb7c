// Fields of forms, from the schemas of the description (D323, D341).
import { humanName, type JsonValue } from '../json-api-document.ts';
import { membersOf, optionsOf, resolveSchema } from '../schemas.ts';
import { controlOf, isCell, kindOf } from './controls.ts';
import type { FormField, ResourceMember } from './form-field.ts';
import { itemsIn } from '../../values.ts';

/** Attributes that most objects leave empty. */
const MINOR: ReadonlySet<string> = new Set(
  (
    'extra lang publish_start publish_end subject abstract note rights license creator publisher comments geo_tags name ' +
    'provider provider_uid provider_url provider_thumbnail provider_extra date_ranges coords children_order'
  ).split(' '),
);

/** Titles are long by the schema, but a single line. */
const ONE_LINE: ReadonlySet<string> = new Set(['title', 'subject', 'label', 'address']);

/** Descriptions are Markdown; marked text in them is code. */
export const plainText = (text: unknown): string => String(text).replaceAll('`', '');

const SPELLED: Readonly<Record<string, string>> = { lang: 'Language', uname: 'Unique name', username: 'User name' };

/** For programs only: a form always shows the whole list. */
const REPLACES = /[,;] (?:and )?the array replaces the set/;

const isInformative = (text: unknown, label: string): boolean => typeof text === 'string' && text !== `${label}.`;

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

interface Where {
  document: JsonValue;
  place: ResourceMember;
  /** Prefix of the input's name. */
  prefix: string;
}

function fieldOf(name: string, schema: JsonValue, required: boolean, { document, place, prefix }: Where): FormField {
  const kind = kindOf(schema, document);
  const label = typeof schema['title'] === 'string' ? schema['title'] : (SPELLED[name] ?? humanName(name));
  const items = resolveSchema(schema['items'], document);
  const input = `${prefix}.${name}`;
  const columns = kind === 'rows' ? fieldsOf(items, { document, place, prefix: input }) : [];
  return {
    place,
    name,
    input,
    label,
    kind: kind === 'multiline' && ONE_LINE.has(name) ? 'text' : kind,
    hint: [schema['description'], controlOf({ kind }).hint]
      .filter((text) => isInformative(text, label))
      .map((text) => plainText(text).replace(REPLACES, ''))
      .join(' '),
    required,
    nullable: schema['nullable'] === true,
    options: (kind === 'choices' ? optionsOf(items) : optionsOf(schema)) ?? [],
    columns: columns.filter((column) => isCell(column.kind)),
    maxItems: numberOf(schema['maxItems']),
    maxLength: numberOf(schema['maxLength']),
    isMinor: MINOR.has(name) && !required,
  };
}

function fieldsOf(schema: JsonValue, where: Where): FormField[] {
  const required = itemsIn(schema['required']);
  return Object.entries(membersOf(schema))
    .map(([name, each]) => ({ name, schema: resolveSchema(each, where.document) }))
    .filter(({ schema: each }) => each['readOnly'] !== true)
    .map(({ name, schema: each }) => fieldOf(name, each, required.includes(name), where));
}

/** @param attributes schema of the attributes of an operation's body @param document the description, for references */
export function formFields(attributes: JsonValue, document: JsonValue): FormField[] {
  const rank = (field: FormField): number => (field.isMinor ? 3 : field.name === 'title' ? 0 : field.required ? 1 : 2);
  return fieldsOf(attributes, { document, place: 'attributes', prefix: 'field' }).sort(
    (one, other) => rank(one) - rank(other),
  );
}

/** @param meta schema of the `meta` of an operation's body */
export const metaFields = (meta: JsonValue, document: JsonValue): FormField[] =>
  fieldsOf(meta, { document, place: 'meta', prefix: 'meta' });

/**
 * The members of a link: its parameters where the relation describes them, then its position.
 * @param relation schema of `meta.relation` of an identifier
 */
export function linkFormFields(relation: JsonValue, document: JsonValue): FormField[] {
  const own = fieldsOf(relation, { document, place: 'meta', prefix: 'link' });
  const params = resolveSchema(membersOf(relation)['params'], document);
  const described = fieldsOf(params, { document, place: 'attributes', prefix: 'link.params' });
  const rest = described.length > 0 ? own.filter(({ name }) => name !== 'params') : own;
  // A removed link has none of them.
  return [
    ...described.map((field) => ({ ...field, required: false, isMinor: false })),
    ...rest.map((field) => ({ ...field, isMinor: true })),
  ];
}
