// A copy of an object (D55, D166, D543).
import { textIn } from '../values.ts';
import { refusal } from '../access/authorization.ts';
import type { RequestContext } from '../context.ts';
import type { FileServices } from '../files/file-services.ts';
import { toStored } from '../model/attribute-values.ts';
import type { ResolvedType } from '../model/model.ts';
import { refusedAttributes, unwritableAttributes } from '../objects/visibility/attribute-permissions.ts';
import type { ObjectDocument } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { changedDocument, creationWrite } from '../objects/changes/object-changes.ts';
import { readObjectInput, type AttributeValues } from '../objects/changes/object-input.ts';
import { requireType, type ObjectServices } from '../objects/object-services.ts';
import type { UnitOfWork } from '../objects/changes/unit-of-work.ts';
import { findVisible } from '../objects/read-objects.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { publicUnameSources } from '../objects/visibility/shown-attributes.ts';
import { generatedUname } from '../uname.ts';
import { statusLevel } from '../objects/visibility/visibility.ts';
import { abstractType, assertStatusLevel, type ObjectAddress } from '../objects/writing/write-objects.ts';
import { newPlaces } from '../objects/tree/change-places.ts';
import { linksToCopy, writeLinks } from './copy-links.ts';
import { parentsOfCopy } from './copy-places.ts';
import { withCopiedStreams, writeStreams, type CopyStreams } from './copy-streams.ts';
import { assertMayTranslate, translationsToCopy, writeTranslations } from './copy-translations.ts';

export interface Clone {
  /** Replacements of attributes of the original. */
  attributes: Readonly<Record<string, unknown>>;
  include: readonly ('relationships' | 'translations')[];
}

/** Parts of an object that are not shared with its copy. */
const OWN: ReadonlySet<string> = new Set(['permissions', 'reader_roles', 'parents', 'fence', 'link_fence']);

/** @throws ApiError abstract_type, authentication_required, forbidden */
function assertCloneable(services: ObjectServices, typeName: string, { access, caller }: RequestContext): void {
  const type = requireType(services, typeName);
  if (type.abstract || type.kind === 'users') throw abstractType(typeName);
  if (access.grant(typeName, 'write') === 'none') throw refusal(caller, 'Your roles do not allow this operation.');
}

/** The copy before overrides: a draft, unless the configuration hides drafts (D13). */
async function plainCopy(
  { store, clock }: ObjectServices,
  { document }: ObjectRecord,
  context: RequestContext,
): Promise<ObjectDocument> {
  const now = clock.now();
  const { userId } = context.caller;
  const kept = Object.fromEntries(Object.entries(document).filter(([name]) => !OWN.has(name)));
  return {
    // cast: only optional members are left out
    ...(structuredClone(kept) as ObjectDocument),
    _id: await store.sequences.next('objects'),
    status: statusLevel(context)?.length === 1 ? 'on' : 'draft',
    published: null,
    locked: false,
    trashed: false,
    created: now,
    created_by: userId,
    modified_by: userId,
    revision: 0,
  };
}

/** A copy always has its own values of these. */
const OWN_VALUES: ReadonlySet<string> = new Set(['status', 'uname']);

/**
 * Defaults of the attributes that the caller may not write, as in a POST without them: otherwise a copy would be a way to
 * write them (D580).
 * @throws ApiError forbidden where a copy without one of them would be invalid
 */
function copiedDefaults(type: ResolvedType, context: RequestContext): AttributeValues {
  const names = unwritableAttributes(type, context);
  const kept = type.attributes.filter(({ name, readOnly }) => names.has(name) && !readOnly && !OWN_VALUES.has(name));
  const required = kept.filter((attribute) => attribute.required).map(({ name }) => name);
  if (required.length > 0) throw refusedAttributes(required, context);
  return Object.fromEntries(
    kept.map((attribute) => {
      const value: unknown = attribute.default ?? null;
      return [attribute.name, value === null ? null : toStored(attribute, structuredClone(value))];
    }),
  );
}

async function copyOf(
  services: ObjectServices,
  found: ObjectRecord,
  values: AttributeValues,
  context: RequestContext,
): Promise<ObjectDocument> {
  const { type } = found;
  const { uname: given, ...others } = values;
  const copy = await plainCopy(services, found, context);
  const status = others['status'] ?? copy.status;
  const now = services.clock.now();
  const before = { type, document: { ...copy, status: 'draft' as const } };
  const after = changedDocument(before, { ...copiedDefaults(type, context), ...others, status }, now, context);
  // A hidden title must not show in a uname either (D422).
  return { ...after, uname: textIn(given) ?? generatedUname(type, publicUnameSources(type, after)) };
}

/**
 * A new object with the attributes of another one, its custom properties, categories, tags and streams; on request with its
 * links and translations; all or nothing.
 * @throws ApiError invalid_data, abstract_type, not_found, forbidden
 */
export async function cloneObject(
  files: FileServices,
  address: ObjectAddress,
  { attributes, include }: Clone,
  context: RequestContext,
): Promise<{ type: ResolvedType; document: ObjectDocument }> {
  const { objects: services } = files;
  const { store, writer } = services;
  assertCloneable(services, address.typeName, context);
  const withTranslations = include.includes('translations');
  if (withTranslations) assertMayTranslate(context);
  const attempt = async (unit: UnitOfWork, copyStreams: CopyStreams) => {
    const found = await findVisible(services, address.typeName, address.id, context);
    const { type } = found;
    const values = await readObjectInput(services, { type, mode: 'change', attributes, context });
    assertStatusLevel(values, context);
    const document = await copyOf(services, found, values, context);
    // Links and translations carry a copy of the object's visibility, which is updated from now on.
    if (include.length > 0) document.fence = 1;
    const requested = include.includes('relationships');
    const parents = await parentsOfCopy(services, found, requested, context);
    const places = await newPlaces(services, { type, document }, parents);
    const links = requested ? await linksToCopy(services, found, context) : [];
    const translations = withTranslations
      ? await translationsToCopy(services, { original: found, copy: document }, context)
      : [];
    const made = { document, at: document.created, context };
    const streams = await copyStreams(found);
    if (streams.length > 0) document.fence = 1;
    const inTransaction = async (transaction: Transaction): Promise<void> => {
      await writeLinks(services, { document, links, context }, transaction);
      await writeTranslations(store, translations, made, transaction);
      await writeStreams(files, { rows: streams, document }, context, transaction);
    };
    unit.write(creationWrite({ type, document }, { inTransaction }, context));
    unit.place(...places);
    return { type, document };
  };
  return withCopiedStreams(files, context, (copyStreams) => writer.commit((unit) => attempt(unit, copyStreams)));
}
