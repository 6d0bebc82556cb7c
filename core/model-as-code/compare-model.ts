// What differs between the files of a model and a service, and what would be lost by making the service as the files say (D961).
import { isDeepStrictEqual } from 'node:util';
import { itemsIn } from '../values.ts';
import { ModelFault } from './model-fault.ts';
import {
  defaultValuesOf,
  isPermanent,
  thingKey,
  MODEL_KINDS,
  sectionOf,
  thingTitle,
  type ModelKind,
  type ModelThing,
  type Values,
  type WantedModel,
  type WantedThing,
} from './model-things.ts';
import type { PresentModel, PresentThing } from './present-model.ts';

export interface ModelDifference {
  action: 'add' | 'change' | 'remove';
  /** As the files want it; for a removal as the service has it. */
  thing: ModelThing;
  /** Names of the values that differ. */
  members: readonly string[];
  /** As the service has it. */
  present?: PresentThing;
  /** Its place in the files; undefined for a thing that they do not have. */
  at?: WantedThing['at'];
  /** What would be lost. */
  loses?: string;
}

/** What goes with a thing that is removed. */
const LOST: Readonly<Record<ModelKind, string | undefined>> = {
  property_types: 'its definition',
  roles: 'its users lose it, and its permissions',
  object_types: 'its properties and categories',
  properties: 'the values of all objects',
  relations: 'all links',
  categories: 'all objects lose it',
  // Access is no data: the list of an endpoint is complete.
  permissions: undefined,
};

const AS_SHIPPED = 'it is not in the files, and would be as shipped';

/** Members of which a shorter list hides what objects have. */
const LISTS = new Set(['associations', 'left_object_types', 'right_object_types']);

const isShortened = (member: string, { values }: ModelThing, present: ModelThing): boolean => {
  const wanted = itemsIn(values[member]);
  return LISTS.has(member) && itemsIn(present.values[member]).some((item) => !wanted.includes(item));
};

const differing = (wanted: Values, present: Values): string[] =>
  Object.keys(wanted).filter((member) => !isDeepStrictEqual(wanted[member], present[member] ?? null));

/** The changes of one thing: those that lose data are separate. */
function changesOf(thing: WantedThing, present: PresentThing | undefined): ModelDifference[] {
  const at = thing.at.bind(thing);
  if (!present) return [{ action: 'add', thing, members: Object.keys(thing.values), at }];
  const members = differing(thing.values, present.values);
  const [hiding, harmless] = [true, false].map((side) =>
    members.filter((each) => isShortened(each, thing, present) === side),
  );
  const change = { action: 'change', thing, present, at } as const;
  return [
    ...(harmless?.length ? [{ ...change, members: harmless }] : []),
    ...(hiding?.length
      ? [{ ...change, members: hiding, loses: 'what objects have of it is no longer reachable' }]
      : []),
  ];
}

/** A thing of the service that no file has. */
function surplus(present: PresentThing, files: WantedModel): ModelDifference[] {
  const { kind, owner } = present;
  if (kind === 'permissions')
    return files.endpoints.has(owner) ? [{ action: 'remove', thing: present, members: [], present }] : [];
  if (!isPermanent(present)) {
    const lost = LOST[kind];
    return [{ action: 'remove', thing: present, members: [], present, ...(lost !== undefined && { loses: lost }) }];
  }
  if (kind === 'roles') return [];
  const thing = { ...present, values: defaultValuesOf(present) };
  const members = differing(thing.values, present.values);
  return members.length > 0 ? [{ action: 'change', thing, present, members, loses: AS_SHIPPED }] : [];
}

const byKind = (one: ModelDifference, other: ModelDifference): number =>
  MODEL_KINDS.indexOf(one.thing.kind) - MODEL_KINDS.indexOf(other.thing.kind);

/** The changes that make the service as the files say, in the order of their dependencies. */
export function compareModel(files: WantedModel, present: PresentModel): ModelDifference[] {
  const wanted = [...files.things.values()].flatMap((thing) => changesOf(thing, present.things.get(thingKey(thing))));
  const managed = [...present.things.values()].filter(
    (thing) => files.sections.has(sectionOf(thing.kind)) && !files.things.has(thingKey(thing)),
  );
  const others = managed.flatMap((thing) => surplus(thing, files));
  // Properties and categories go with their type.
  const gone = new Set(
    others
      .filter(({ action, thing }) => action === 'remove' && thing.kind === 'object_types')
      .map(({ thing }) => thing.name),
  );
  const isAlong = ({ thing: { kind, owner } }: ModelDifference): boolean => sectionOf(kind) !== kind && gone.has(owner);
  return [...wanted, ...others.filter((change) => !isAlong(change))].sort(byKind);
}

/** Things that values name: kind, owner and name of each. */
function* referencesOf({
  kind,
  owner,
  values,
}: ModelThing): Generator<[member: string, kind: ModelKind, owner: string, name: unknown]> {
  if (kind === 'properties') yield ['property_type_name', 'property_types', '', values['property_type_name']];
  if (kind === 'categories') yield ['parent', 'categories', owner, values['parent']];
  if (kind === 'object_types') yield ['parent_name', 'object_types', '', values['parent_name']];
  if (kind === 'relations')
    for (const side of ['left_object_types', 'right_object_types'])
      for (const name of itemsIn(values[side])) yield [side, 'object_types', '', name];
}

/** @throws ModelFault for names that neither the files nor the service have, before anything is changed */
export function assertReferences(files: WantedModel, present: PresentModel): void {
  const faults: string[] = [];
  for (const thing of files.things.values()) {
    if (thing.kind === 'object_types' && thing.values['singular'] === null)
      faults.push(`${thing.at()}: ${thingTitle(thing)}: a new type needs "singular"`);
    for (const [member, kind, owner, name] of referencesOf(thing)) {
      if (typeof name !== 'string') continue;
      const key = thingKey({ kind, owner, name });
      if (files.things.has(key) || present.things.has(key) || isPermanent({ kind, owner, name, values: {} })) continue;
      faults.push(`${thing.at(member)}: ${thingTitle(thing)}: there is no ${thingTitle({ kind, owner, name })}`);
    }
  }
  if (faults.length > 0) throw new ModelFault(faults.join('\n'));
}
