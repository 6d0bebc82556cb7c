// Makes a service as the files of a model say, by the same requests as any client, and with their checks (D961).
import { ApiError } from '../errors.ts';
import { assertReferences, compareModel, type ModelDifference } from './compare-model.ts';
import { ModelFault } from './model-fault.ts';
import {
  thingKey,
  MODEL_KINDS,
  thingTitle,
  type ModelKind,
  type ModelThing,
  type Values,
  type WantedModel,
} from './model-things.ts';
import { PATHS, readPresentModel, recordOf, type ModelClient, type PresentModel } from './present-model.ts';

/** Members of object types that name attributes, which may be new properties. */
const LATE: ReadonlySet<string> = new Set(['hidden', 'attribute_permissions']);
/** Removed before others are added, so that their names are free; all others go at the end. */
const REMOVED_FIRST: readonly ModelKind[] = ['categories', 'relations', 'properties'];

export interface Applied {
  done: ModelDifference[];
  /** They would lose data. */
  left: ModelDifference[];
}

export interface ApplyOptions {
  allowLoss: boolean;
  /** Compares only. */
  dryRun?: boolean;
  /** Called after each change. */
  onDone?: (change: ModelDifference) => void;
}

/** Number of things above it. */
function depthOf({ kind, owner, values }: ModelThing, things: ReadonlyMap<string, ModelThing>, limit = 50): number {
  const name = kind === 'object_types' ? values['parent_name'] : kind === 'categories' ? values['parent'] : null;
  const parent = typeof name === 'string' ? things.get(thingKey({ kind, owner, name })) : undefined;
  return parent && limit > 0 ? 1 + depthOf(parent, things, limit - 1) : 0;
}

const members = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/** The changes of each step, in the order of their dependencies. */
function stepsOf(changes: readonly ModelDifference[], files: WantedModel, present: PresentModel): ModelDifference[] {
  const things = new Map<string, ModelThing>([...present.things, ...files.things]);
  const rank = ({ thing }: ModelDifference): number => depthOf(thing, things);
  const removals = changes.filter(({ action }) => action === 'remove').sort((one, other) => rank(other) - rank(one));
  const writes = changes.filter(({ action }) => action !== 'remove').sort((one, other) => rank(one) - rank(other));
  const ofKind = (list: readonly ModelDifference[], kind: ModelKind) => list.filter(({ thing }) => thing.kind === kind);
  const types = ofKind(writes, 'object_types');
  const part = (isLate: boolean) =>
    types.map((each) => ({ ...each, members: each.members.filter((name) => LATE.has(name) === isLate) }));
  const late = part(true)
    .map((each): ModelDifference => ({ ...each, action: 'change' }))
    .filter((each) => each.members.some((name) => each.present || each.thing.values[name] !== null));
  return [
    ...REMOVED_FIRST.flatMap((kind) => ofKind(removals, kind)),
    ...MODEL_KINDS.flatMap((kind) => {
      if (kind === 'object_types')
        return part(false).filter((each) => each.action === 'add' || each.members.length > 0);
      return kind === 'properties' ? [...ofKind(writes, kind), ...late] : ofKind(writes, kind);
    }),
    ...MODEL_KINDS.toReversed()
      .filter((kind) => !REMOVED_FIRST.includes(kind))
      .flatMap((kind) => ofKind(removals, kind)),
  ];
}

/** The resource of a body, with names in the place of ids where the API takes them. */
function resourceOf({ thing, members: changed, action }: ModelDifference, ids: ReadonlyMap<string, string>): Values {
  const { kind, owner, name } = thing;
  const isNew = action === 'add';
  const given = members(thing.values, changed);
  const own = isNew ? { name } : {};
  switch (kind) {
    case 'roles': {
      const { priority, ...attributes } = given;
      return { attributes: { ...own, ...attributes }, ...(priority !== undefined && { meta: { priority } }) };
    }
    case 'properties':
      return { attributes: isNew ? { ...own, object_type_name: owner, ...given } : given };
    case 'categories': {
      const { parent, ...attributes } = given;
      const parentId = typeof parent === 'string' ? Number(ids.get(thingKey({ kind, owner, name: parent }))) : null;
      const placed = parent === undefined ? attributes : { ...attributes, parent_id: parentId };
      return { attributes: isNew ? { ...own, object_type_name: owner, ...placed } : placed };
    }
    case 'relations': {
      const { left_object_types: left, right_object_types: right, ...attributes } = given;
      const sides = Object.entries({ left_object_types: left, right_object_types: right }).flatMap(([side, names]) =>
        Array.isArray(names) ? [[side, { data: names.map((id) => ({ type: 'object_types', id: String(id) })) }]] : [],
      );
      return { attributes: { ...own, ...attributes }, relationships: Object.fromEntries(sides) };
    }
    case 'permissions': {
      const { role, application, ...attributes } = given;
      const subject = { endpoint_name: owner === '*' ? null : owner, role_name: role, application_name: application };
      return { attributes: isNew ? { ...subject, ...attributes } : attributes };
    }
    default:
      return { attributes: { ...own, ...given } };
  }
}

/** Names of members in files, by those of requests. */
const MEMBERS = new Map([
  ['parent_id', 'parent'],
  ['role_name', 'role'],
  ['application_name', 'application'],
]);

/** The faults of a refused request, at their places in the files. */
function faultsOf({ thing, at }: ModelDifference, error: ApiError): string[] {
  return error.faults.map(({ detail, source }) => {
    const text = `${thingTitle(thing)}: ${detail ?? error.message}`;
    const [, , , member = ''] = (source?.pointer ?? '').split('/');
    return at ? `${at(MEMBERS.get(member) ?? member)}: ${text}` : text;
  });
}

async function perform(client: ModelClient, change: ModelDifference, ids: Map<string, string>): Promise<void> {
  const { action, thing } = change;
  const [path, key] = [PATHS[thing.kind], thingKey(thing)];
  if (action === 'remove') return void (await client.call('DELETE', `${path}/${ids.get(key)}`));
  const type = path.slice(path.lastIndexOf('/') + 1);
  const resource = { type, ...resourceOf(change, ids) };
  if (action === 'change') {
    const id = ids.get(key) ?? thing.name;
    return void (await client.call('PATCH', `${path}/${id}`, { body: { data: { ...resource, id } } }));
  }
  const answer = await client.call('POST', path, { body: { data: resource } });
  ids.set(key, String(recordOf(recordOf(answer)['data'])['id']));
}

/** Endpoints of permissions that have no row yet. */
async function makeEndpoints(
  client: ModelClient,
  steps: readonly ModelDifference[],
  present: PresentModel,
): Promise<void> {
  const added = steps.filter(({ action, thing }) => action === 'add' && thing.kind === 'permissions');
  for (const name of new Set(added.map(({ thing }) => thing.owner)))
    if (name !== '*' && !present.endpoints.has(name))
      await client.call('POST', '/admin/endpoints', { body: { data: { type: 'endpoints', attributes: { name } } } });
}

/**
 * Makes the changes one by one; a refused one ends the work, and what was changed before stays: the same files can be applied
 * again. Without `allowLoss` changes that lose data are left.
 * @throws ModelFault with the places of the faults
 */
export async function applyModel(client: ModelClient, files: WantedModel, options: ApplyOptions): Promise<Applied> {
  const present = await readPresentModel(client, files.sections);
  assertReferences(files, present);
  const changes = compareModel(files, present);
  const left = options.allowLoss ? [] : changes.filter(({ loses }) => loses !== undefined);
  const done = changes.filter((change) => !left.includes(change));
  if (options.dryRun) return { done, left };
  const steps = stepsOf(done, files, present);
  const ids = new Map([...present.things].map(([key, { id }]) => [key, id]));
  let isReady = false;
  for (const [index, step] of steps.entries()) {
    try {
      if (step.thing.kind === 'permissions' && !isReady) await makeEndpoints(client, steps, present);
      isReady ||= step.thing.kind === 'permissions';
      await perform(client, step, ids);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const before = `${index} of ${steps.length} steps were made before; mend the files, and apply them again`;
      throw new ModelFault([...faultsOf(step, error), before].join('\n'), { cause: error });
    }
    options.onDone?.(step);
  }
  return { done, left };
}
