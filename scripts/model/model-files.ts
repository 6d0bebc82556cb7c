// The files of a model: YAML in one folder, checked by generated/model-files.schema.json. Each fault has its file, line and column.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { createAjv } from '../../core/model/schemas/schema-validator.ts';
import { asError, isRecord, itemsIn } from '../../core/values.ts';
import { ModelFault } from '../../core/model-as-code/model-fault.ts';
import {
  thingKey,
  SECTIONS,
  shippedThing,
  thingOf,
  type ModelKind,
  type Section,
  type Values,
  type WantedModel,
  type WantedThing,
} from '../../core/model-as-code/model-things.ts';

type Step = string | number;

export interface ModelFile {
  /** As given, with the folder. */
  name: string;
  document: Document;
  lines: LineCounter;
}

export interface Place {
  file: ModelFile;
  path: readonly Step[];
}

export interface FileThing extends WantedThing {
  place: Place;
}

export interface ModelFiles extends WantedModel {
  folder: string;
  files: readonly ModelFile[];
  things: ReadonlyMap<string, FileThing>;
}

/** `model/types.yaml:12:3`, of the deepest part of the path that the file has. */
function positionOf({ file, path: steps }: Place): string {
  let node: unknown = file.document.contents;
  let offset = 0;
  for (const step of steps) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (!pair || !isNode(pair.key)) break;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(step)];
      if (!isNode(item)) break;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else break;
  }
  const { line, col } = file.lines.linePos(offset);
  return `${file.name}:${line}:${col}`;
}

const faultAt = (place: Place, text: string): string => `${positionOf(place)}: ${text}`;

/** For editors too. */
export const SCHEMA_FILE = new URL('../../generated/model-files.schema.json', import.meta.url);
let validator: ValidateFunction | undefined;

function schemaCheck(): ValidateFunction {
  const schema: unknown = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8'));
  if (!isRecord(schema)) throw new Error('generated/model-files.schema.json is no schema');
  return createAjv({ allErrors: true }).compile(schema);
}

function readFile(name: string): ModelFile {
  const lines = new LineCounter();
  const text = readFileSync(name, 'utf8');
  return { name, lines, document: parseDocument(text, { lineCounter: lines, prettyErrors: false }) };
}

const unescaped = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

function schemaFault(file: ModelFile, error: ErrorObject): string {
  const params = new Map<string, unknown>(Object.entries(isRecord(error.params) ? error.params : {}));
  const [unknown, choices] = [params.get('additionalProperty'), params.get('allowedValues')];
  const extra = unknown ?? error.propertyName;
  const steps = unescaped(error.instancePath);
  const path = extra === undefined ? steps : [...steps, String(extra)];
  const title = path.join('.') || 'the file';
  if (unknown !== undefined) {
    const known = Object.keys(isRecord(error.parentSchema?.['properties']) ? error.parentSchema['properties'] : {});
    return faultAt({ file, path }, `${title} is not known, known are ${known.join(', ')}`);
  }
  const values = choices === undefined ? '' : `: ${itemsIn(choices).map(String).join(', ')}`;
  return faultAt({ file, path }, `${title} ${error.message ?? 'is not valid'}${values}`);
}

/** Faults of the text, else of its form. */
function faultsIn(file: ModelFile): string[] {
  const { document, lines, name } = file;
  if (document.errors.length > 0)
    return document.errors.map(({ pos, message }) => {
      const { line, col } = lines.linePos(pos[0]);
      return `${name}:${line}:${col}: ${message}`;
    });
  const content: unknown = document.toJS();
  if (content === null) return [];
  const validate = (validator ??= schemaCheck());
  if (validate(content)) return [];
  // A name at fault has two errors, of its rule and of all names; a value two or more, of each alternative and of all.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'propertyNames' && keyword !== 'oneOf');
  return [...new Set(errors.map((each) => schemaFault(file, each)))];
}

const entriesOf = (value: unknown): [string, Values][] =>
  Object.entries(isRecord(value) ? value : {}).map(([name, each]) => [name, isRecord(each) ? each : {}]);

/** A thing of a file; what it leaves out of a shipped one is as shipped. */
function fileThing(place: Place, kind: ModelKind, [owner, name]: readonly [string, string], given: Values): FileThing {
  const shipped = shippedThing({ kind, owner, name })?.values ?? {};
  const at = (member?: string): string =>
    positionOf(member === undefined ? place : { ...place, path: [...place.path, member] });
  return { ...thingOf(kind, owner, name, { ...shipped, ...given }), place, at };
}

function* thingsIn(file: ModelFile, content: Values): Generator<FileThing> {
  for (const kind of ['property_types', 'roles', 'object_types', 'relations'] as const)
    for (const [name, given] of entriesOf(content[kind])) {
      const path = [kind, name];
      yield fileThing({ file, path }, kind, ['', name], given);
      if (kind !== 'object_types') continue;
      for (const part of ['properties', 'categories'] as const)
        for (const [each, values] of entriesOf(given[part]))
          yield fileThing({ file, path: [...path, part, each] }, part, [name, each], values);
    }
  for (const [endpoint, rules] of Object.entries(isRecord(content['permissions']) ? content['permissions'] : {}))
    for (const [index, rule] of itemsIn(rules).entries())
      yield fileThing(
        { file, path: ['permissions', endpoint, index] },
        'permissions',
        [endpoint, ''],
        isRecord(rule) ? rule : {},
      );
}

/** Of a folder that does not exist yet. */
export const noModelFiles = (folder: string): ModelFiles => ({
  folder,
  files: [],
  things: new Map(),
  sections: new Set(),
  endpoints: new Set(),
});

/** @param folder with files `*.yaml` @throws ModelFault with all faults of all files */
export function readModelFiles(folder: string): ModelFiles {
  let names: string[];
  try {
    names = readdirSync(folder)
      .filter((name) => /\.ya?ml$/.test(name))
      .sort();
  } catch (error) {
    throw new ModelFault(`the folder of the model cannot be read (pull makes one): ${asError(error).message}`);
  }
  const files = names.map((name) => readFile(path.join(folder, name)));
  const faults = files.flatMap(faultsIn);
  if (faults.length > 0) throw new ModelFault(faults.join('\n'));
  const things = new Map<string, FileThing>();
  const [sections, endpoints] = [new Set<Section>(), new Set<string>()];
  for (const file of files) {
    const content: unknown = file.document.toJS();
    if (!isRecord(content)) continue;
    for (const section of SECTIONS) if (section in content) sections.add(section);
    if (isRecord(content['permissions'])) for (const name of Object.keys(content['permissions'])) endpoints.add(name);
    for (const thing of thingsIn(file, content)) {
      const other = things.get(thingKey(thing));
      if (other)
        faults.push(faultAt(thing.place, `${thing.place.path.join('.')} is at ${positionOf(other.place)} already`));
      things.set(thingKey(thing), thing);
    }
  }
  if (faults.length > 0) throw new ModelFault(faults.join('\n'));
  return { folder, files, things, sections, endpoints };
}
