// `data.attributes` of a body as stored values: normalised, validated, categories and tags resolved (D12, D56).
import { isTurnOver, nextTurn } from '../../event-loop-turns.ts';
import { ApiError, invalidData, type Fault } from '../../errors.ts';
import { readAttributes, toStored } from '../../model/attribute-values.ts';
import { encodePointer, type InputMode, validateAttributes } from '../../model/schemas/attribute-validator.ts';
import { resolveCategories } from '../../taxonomy/categories.ts';
import type { ResolvedType } from '../../model/model.ts';
import { resolveTags } from '../../taxonomy/tags.ts';
import type { RequestContext } from '../../context.ts';
import type { ObjectDocument } from '../../store/rows/object-rows.ts';
import { isLanguageTag } from '../../languages.ts';
import { unreadableAttributes, unwritableAttributes, refusedAttributes } from '../visibility/attribute-permissions.ts';
import { contentLanguages, defaultLanguage, defaultValues } from '../../settings.ts';
import type { ObjectServices } from '../object-services.ts';
import { DELETED_PREFIX, isNumeric, isReserved, slug, withSuffix } from '../../uname.ts';

/** Values by attribute name, as they are stored. */
export type AttributeValues = Record<string, unknown>;

const unameSource = { pointer: '/data/attributes/uname' };

/** Digits only would be an id: the schema of the type has the same rule, with another message. */
function refuseNumeric(values: AttributeValues, faults: Fault[]): void {
  if (typeof values['uname'] !== 'string' || !isNumeric(values['uname'].replaceAll(' ', ''))) return;
  faults.push({ detail: '[uname.notNumeric]: The provided value is invalid', source: unameSource });
  delete values['uname'];
}

function readUname(values: AttributeValues, faults: Fault[]): void {
  const given = values['uname'];
  if (typeof given !== 'string') return;
  const uname = slug(given);
  const source = unameSource;
  // Text whose slug is digits only, such as `-4-` or `²`.
  if (isNumeric(uname)) values['uname'] = withSuffix(uname);
  else if (isReserved(uname)) {
    faults.push({ detail: `[uname.reserved]: Names that begin with ${DELETED_PREFIX} are reserved.`, source });
  }
  // No usable characters: treated like a missing uname.
  else if (uname === '') delete values['uname'];
  else values['uname'] = uname;
}

/** Attributes without effect (D406). */
function refuseUnknown(type: ResolvedType, attributes: Readonly<Record<string, unknown>>, faults: Fault[]): void {
  for (const name of Object.keys(attributes)) {
    const attribute = type.attribute.get(name);
    if (attribute && !attribute.readOnly) continue;
    const shown = name.slice(0, 100);
    const detail = attribute
      ? `[${shown}.readOnly]: This cannot be changed here.`
      : `[${shown}._unknown]: ${type.name} have no such attribute.`;
    faults.push({ detail, source: { pointer: `/data/attributes/${encodePointer(shown)}` } });
  }
}

/** Removes a language that is invalid, or that the configuration does not list (D416). */
function refuseLanguage(values: AttributeValues, faults: Fault[], context: RequestContext): void {
  const { lang } = values;
  if (typeof lang !== 'string') return;
  if (isLanguageTag(lang) && (contentLanguages(context)?.has(lang) ?? true)) return;
  const detail = `[lang.languageTag]: Invalid language tag "${lang.slice(0, 100)}"`;
  faults.push({ detail, source: { pointer: '/data/attributes/lang' } });
  delete values['lang'];
}

function rangeFaults(ranges: unknown): Fault[] {
  if (!Array.isArray(ranges)) return [];
  return ranges.flatMap((range: { start_date?: unknown; end_date?: unknown } | null, index): Fault[] => {
    const { start_date: start, end_date: end } = range ?? {};
    if (!(start instanceof Date && end instanceof Date && end < start)) return [];
    const detail = `[date_ranges.${index}.end_date.order]: end_date lies before start_date`;
    return [{ detail, source: { pointer: `/data/attributes/date_ranges/${index}/end_date` } }];
  });
}

function applyDefaults(type: ResolvedType, values: AttributeValues, context: RequestContext): void {
  const configured = readAttributes(type, defaultValues(context, type.name));
  const language = defaultLanguage(context);
  if (language !== undefined) configured.values['lang'] ??= language;
  for (const [name, value] of Object.entries(configured.values)) {
    if (values[name] === undefined || (name === 'lang' && values[name] === null)) values[name] = value;
  }
  for (const attribute of type.attributes) {
    if (attribute.readOnly || attribute.default === undefined || attribute.default === null) continue;
    if (!(attribute.name in values)) values[attribute.name] = toStored(attribute, structuredClone(attribute.default));
  }
}

export interface ObjectInput {
  type: ResolvedType;
  mode: InputMode;
  attributes: Readonly<Record<string, unknown>>;
  context: RequestContext;
  /** A required attribute that may be missing in this body. */
  allowMissing?: string | undefined;
  /** Names of attributes that the service sets instead of the caller. */
  own?: readonly string[] | undefined;
  /** Readable values can be sent back unchanged: `assertMayWriteAttributes` checks the differences later. */
  mayRepeat?: true;
  before?: ObjectDocument;
}

/** @throws ApiError authentication_required, forbidden */
function assertMayWrite({ type, attributes, context, own = [], mayRepeat }: ObjectInput): void {
  const kept = mayRepeat ? unreadableAttributes(type, context) : unwritableAttributes(type, context);
  if (kept.size === 0) return;
  const refused = Object.keys(attributes).filter((name) => kept.has(name) && !own.includes(name));
  if (refused.length > 0) throw refusedAttributes(refused, context);
}

/** Replaces names of categories and tags by what is stored of them. @throws ApiError invalid_data */
async function resolveLabels(
  services: ObjectServices,
  values: AttributeValues,
  { type, context, before }: ObjectInput,
): Promise<void> {
  const { categories, tags } = values;
  if (Array.isArray(categories)) {
    const stored = before?.categories ?? [];
    // cast: validated against the schema of the type, which describes the items
    values['categories'] = await resolveCategories(services.store, type.name, categories as never, stored);
  }
  if (Array.isArray(tags)) {
    // cast: validated against the schema of the type, which describes the items
    values['tags'] = await resolveTags(services, { input: tags as never, stored: before?.tags ?? [] }, context);
  }
}

/**
 * @returns values of the given attributes (and on create the defaults)
 * @throws ApiError `invalid_data` with a fault for each invalid attribute, `forbidden` for those that only other roles write
 */
export async function readObjectInput(services: ObjectServices, input: ObjectInput): Promise<AttributeValues> {
  const { type, mode, attributes, context, allowMissing } = input;
  assertMayWrite(input);
  const { values, faults } = readAttributes(type, attributes);
  services.sanitizeHtml?.(type, values);
  refuseUnknown(type, attributes, faults);
  if (values['uname'] === null || values['uname'] === '') delete values['uname'];
  if (mode === 'create') applyDefaults(type, values, context);
  refuseNumeric(values, faults);
  refuseLanguage(values, faults, context);
  if (isTurnOver()) await nextTurn();
  const isDispensed = ({ source }: Fault): boolean =>
    allowMissing !== undefined && !(allowMissing in values) && source?.pointer === `/data/attributes/${allowMissing}`;
  faults.push(...validateAttributes(type, mode, values).filter((fault) => !isDispensed(fault)));
  readUname(values, faults);
  const { publish_start: start, publish_end: end } = values;
  if (start instanceof Date && end instanceof Date && start > end) {
    const source = { pointer: '/data/attributes/publish_end' };
    faults.push({ detail: '[publish_end.order]: publish_end lies before publish_start', source });
  }
  if (type.attribute.get('date_ranges')?.custom === false) faults.push(...rangeFaults(values['date_ranges']));
  if (faults.length > 0) throw new ApiError('invalid_data', faults);
  await resolveLabels(services, values, input);
  return values;
}

/** The object of a provider has an id there (D536). @throws ApiError invalid_data */
export function assertProvided(
  type: ResolvedType,
  after: Readonly<AttributeValues>,
  values: Readonly<AttributeValues>,
): void {
  const isOurs = type.attribute.get('provider_uid')?.custom === false;
  if (!isOurs || !('provider' in values || 'provider_uid' in values)) return;
  if (!after['provider'] || after['provider_uid']) return;
  throw invalidData(
    '/data/attributes/provider_uid',
    '[provider_uid._required]: This field is required with "provider".',
  );
}
