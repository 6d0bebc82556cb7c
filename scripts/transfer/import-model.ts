// The model in a file: created where it is missing, compared where it exists (D512).
import type { SourceRecord } from './records/records.ts';
import { canonicalJson } from '../../core/model/schemas/linear-keywords.ts';
import type { Linked } from './relationships.ts';
import type { SourceResource } from './resource.ts';
import { sideOf, walk, type Answer, type Resource, type Target } from './target.ts';
import type { Journal } from './journal.ts';

/** In the order of their dependencies. */
export const MODEL_TYPES = ['property_types', 'object_types', 'properties', 'relations', 'categories', 'tags'] as const;
export type ModelType = (typeof MODEL_TYPES)[number];

export const isModelType = (type: string): type is ModelType => (MODEL_TYPES as readonly string[]).includes(type);

/** Members of object types that name attributes, which may be properties: they are set when these exist. */
const RULES: ReadonlySet<string> = new Set(['hidden', 'attribute_permissions']);

interface Step {
  type: ModelType;
  records: readonly ModelRecord[];
  /** Its rows are there already, except in a dry run. */
  isSecond?: true;
}

function keeping(record: ModelRecord, isKept: (member: string) => boolean): ModelRecord {
  const { attributes = {} } = record.resource;
  const kept = Object.fromEntries(Object.entries(attributes).filter(([member]) => isKept(member)));
  return { ...record, resource: { ...record.resource, attributes: kept } };
}

function stepsOf(records: readonly ModelRecord[]): Step[] {
  const stepOf = (type: ModelType): Step => ({
    type,
    records: records.filter(({ resource }) => resource.type === type),
  });
  const { type: objectTypes, records: types } = stepOf('object_types');
  const rules = types.map((record) => keeping(record, (member) => member === 'name' || RULES.has(member)));
  return MODEL_TYPES.flatMap((type): Step[] => {
    if (type === objectTypes)
      return [{ type, records: types.map((each) => keeping(each, (name) => !RULES.has(name))) }];
    const step = stepOf(type);
    return type === 'properties' ? [step, { type: objectTypes, records: rules, isSecond: true }] : [step];
  });
}

/** The identity of a row of the model in another service. */
const NAME: Readonly<Record<ModelType, readonly string[]>> = {
  property_types: ['name'],
  object_types: ['name'],
  properties: ['object_type_name', 'name'],
  relations: ['name'],
  categories: ['object_type_name', 'name'],
  tags: ['name'],
};

const nameOf = (type: ModelType, attributes: Readonly<Record<string, unknown>>): string =>
  NAME[type].map((name) => String(attributes[name])).join('/');

const SIDES = ['left', 'right'] as const;

/** Parents come before their children. */
function byDepth(records: readonly ModelRecord[]): ModelRecord[] {
  const parentOf = ({ resource: { attributes = {} } }: ModelRecord): string => {
    const parent = attributes['parent_name'] ?? attributes['parent'];
    return typeof parent === 'string' ? parent : '';
  };
  const left = [...records];
  const names = new Set(left.map(({ resource }) => String(resource.attributes?.['name'])));
  const sorted: ModelRecord[] = [];
  while (left.length > 0) {
    const ready = left.findIndex((record) => !names.has(parentOf(record)) || parentOf(record) === '');
    const [next] = left.splice(Math.max(ready, 0), 1);
    if (!next) break;
    names.delete(String(next.resource.attributes?.['name']));
    sorted.push(next);
  }
  return sorted;
}

export type ModelRecord = Linked;

export const asModelRecord = ({ line, resource }: SourceRecord): ModelRecord | undefined =>
  resource && isModelType(resource.type) ? { line, resource } : undefined;

/** One line for each change, made or planned. */
export type Say = (line: string) => void;

/**
 * Creates the model of the records. Other parts of the model stay.
 * @returns whether all of it exists
 */
export async function importModel(
  target: Target,
  records: readonly ModelRecord[],
  { journal, dryRun, say }: { journal: Journal; dryRun: boolean; say: Say },
): Promise<boolean> {
  let isWhole = true;
  for (const { type, records: ofType, isSecond } of stepsOf(records)) {
    if (ofType.length === 0) continue;
    const present = new Map<string, Resource>();
    for await (const row of walk(target, `/model/${type}`)) present.set(nameOf(type, row.attributes), row);
    for (const { line, resource } of byDepth(ofType)) {
      // A dry run has made none.
      if (isSecond && !present.has(nameOf(type, resource.attributes ?? {}))) continue;
      try {
        await importRow(target, { type, resource, present }, { dryRun, say });
      } catch (error) {
        journal.refused(line, resource.id, error);
        isWhole = false;
      }
    }
  }
  return isWhole;
}

interface Row {
  type: ModelType;
  resource: SourceResource;
  present: Map<string, Resource>;
}

/** @throws Refusal */
async function importRow(
  target: Target,
  { type, resource, present }: Row,
  { dryRun, say }: { dryRun: boolean; say: Say },
): Promise<void> {
  const { parent, ...given } = resource.attributes ?? {};
  const name = nameOf(type, given);
  const there = present.get(name);
  const attributes: Record<string, unknown> = { ...given };
  // Categories name their parent by name, as ids belong to one service.
  if (type === 'categories' && typeof parent === 'string') {
    const parentRow = present.get(`${String(given['object_type_name'])}/${parent}`);
    if (parentRow) attributes['parent_id'] = Number(parentRow.id);
  }
  const changed = Object.fromEntries(
    Object.entries(attributes).filter(
      ([member, value]) => !there || canonicalJson(value) !== canonicalJson(there.attributes[member]),
    ),
  );
  let row = there;
  if (!there) {
    say(`${type} ${name}: made`);
    if (!dryRun) {
      row = (await target.call<Answer>('POST', `/model/${type}`, { data: { type, attributes } })).data;
    }
  } else if (Object.keys(changed).length > 0) {
    say(`${type} ${name}: changed (${Object.keys(changed).join(', ')})`);
    if (!dryRun) {
      const data = { type, id: there.id, attributes: changed };
      row = (await target.call<Answer>('PATCH', `/model/${type}/${there.id}`, { data })).data;
    }
  }
  if (row) present.set(name, row);
  if (type === 'relations' && row) await importSides(target, row.id, resource, { dryRun, say });
}

/** Types are added to the sides of a relation, and none is removed. @throws Refusal */
async function importSides(
  target: Target,
  relationId: string,
  resource: SourceResource,
  { dryRun, say }: { dryRun: boolean; say: Say },
): Promise<void> {
  for (const each of SIDES) {
    const side = `${each}_object_types`;
    const wanted = resource.relationships[side]?.map(({ id }) => id) ?? [];
    if (wanted.length === 0) continue;
    const names = await sideOf(target, relationId, each);
    const missing = wanted.filter((name) => !names.includes(name));
    if (missing.length === 0) continue;
    say(`relations ${String(resource.attributes?.['name'])}: ${side} gets ${missing.join(', ')}`);
    const data = missing.map((id) => ({ type: 'object_types', id }));
    if (!dryRun) await target.call('POST', `/model/relations/${relationId}/relationships/${side}`, { data });
  }
}
