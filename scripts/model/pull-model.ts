// Writes the model of a service into files: what is the same in both keeps its text and comments (D962).
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { Document } from 'yaml';
import { compareModel, type ModelDifference } from '../../core/model-as-code/compare-model.ts';
import { SCHEMA_FILE, type ModelFiles } from './model-files.ts';
import {
  defaultValuesOf,
  pathOf,
  sectionOf,
  SECTIONS,
  shippedThing,
  textsIn,
  thingKey,
  type ModelThing,
  type Section,
  type Values,
} from '../../core/model-as-code/model-things.ts';
import { humanize } from '../../core/model/names.ts';
import { readPresentModel, type ModelClient, type PresentModel } from '../../core/model-as-code/present-model.ts';

/** Members that the files always have. */
const REQUIRED: ReadonlySet<string> = new Set(['params', 'inverse_name']);

/** What a file says of a thing: what differs from its defaults. */
function fileFormOf(thing: ModelThing): Values {
  const { kind, name, values } = thing;
  const isNeeded = (member: string): boolean => REQUIRED.has(member) && !shippedThing(thing) && values[member] !== null;
  const defaults = defaultValuesOf(thing);
  const form = Object.fromEntries(
    Object.entries(values).filter(([member, value]) => isNeeded(member) || !isDeepStrictEqual(value, defaults[member])),
  );
  if (kind !== 'categories') return form;
  const { labels: _labels, ...others } = form;
  const { default: text, ...translated } = textsIn(values['labels']);
  if (Object.keys(translated).length > 0) return { labels: values['labels'], ...others };
  return text === humanize(name) ? others : { label: text, ...others };
}

interface Target {
  name: string;
  document: Document;
}

/** The file for new things, with the address of the schema for editors. */
function newFile(folder: string): Target {
  const document = new Document();
  const schema = path.relative(path.resolve(folder), fileURLToPath(SCHEMA_FILE)).replaceAll(path.sep, '/');
  document.commentBefore = ` yaml-language-server: $schema=${schema}`;
  return { name: path.join(folder, 'model.yaml'), document };
}

/** Things that a type takes along. */
const partsOf = (name: string, { things }: PresentModel): ModelThing[] =>
  [...things.values()].filter(({ kind, owner }) => sectionOf(kind) !== kind && owner === name);

/** Writes into the files in memory. @returns those that have changed */
function write(files: ModelFiles, present: PresentModel, changes: readonly ModelDifference[]): Target[] {
  const targets: Target[] = [...files.files];
  const touched = new Set<Target>();

  /** The file that has a thing, or the things beside it. */
  function targetOf(place: readonly string[]): Target {
    for (let length = place.length; length > 0; length--) {
      const found = targets.find(({ document }) => document.hasIn(place.slice(0, length)));
      if (found) return found;
    }
    const name = path.join(files.folder, 'model.yaml');
    const target = targets.find((each) => each.name === name) ?? newFile(files.folder);
    if (!targets.includes(target)) targets.push(target);
    return target;
  }

  function set(target: Target, place: readonly (string | number)[], value: unknown): void {
    touched.add(target);
    if (value === undefined) target.document.deleteIn(place);
    else target.document.setIn(place, target.document.createNode(value));
  }

  function add(thing: ModelThing): void {
    const place = pathOf(thing);
    set(targetOf(place), place, fileFormOf(thing));
  }

  for (const { action, thing, present: found, members } of changes) {
    if (thing.kind === 'permissions') continue;
    const place = files.things.get(thingKey(thing))?.place;
    if (action === 'add' && place) set(place.file, place.path, undefined);
    else if (!found) continue;
    else if (place) {
      const form = fileFormOf(found);
      const names = members.includes('labels') ? [...members, 'label'] : members;
      for (const name of names) set(place.file, [...place.path, name], form[name]);
    } else {
      add(found);
      if (action === 'remove' && found.kind === 'object_types') partsOf(found.name, present).forEach(add);
    }
  }
  for (const endpoint of new Set(
    changes.flatMap(({ thing: { kind, owner } }) => (kind === 'permissions' ? [owner] : [])),
  )) {
    const rules = [...present.things.values()].filter(
      ({ kind, owner }) => kind === 'permissions' && owner === endpoint,
    );
    set(targetOf(['permissions', endpoint]), ['permissions', endpoint], rules.map(fileFormOf));
  }
  return [...touched];
}

export interface Pulled {
  changes: readonly ModelDifference[];
  /** Files with their new text. */
  files: { name: string; text: string }[];
}

/** Sections that no file has are left out, unless there is none at all: then all are written. */
export async function pullModel(client: ModelClient, given: ModelFiles): Promise<Pulled> {
  const isFirst = given.sections.size === 0;
  const sections: ReadonlySet<Section> = isFirst ? new Set(SECTIONS) : given.sections;
  const present = await readPresentModel(client, sections);
  const owners = [...present.things.values()].filter(({ kind }) => kind === 'permissions').map(({ owner }) => owner);
  const files = { ...given, sections, endpoints: isFirst ? new Set(owners) : given.endpoints };
  const changes = compareModel(files, present);
  const texts = write(files, present, changes).map(({ name, document }) => ({
    name,
    text: document.toString({ lineWidth: 0 }),
  }));
  return { changes, files: texts };
}
