// An import: the model first, then the objects, then their links. Constant memory, many concurrent writes (D510, D513).
import { stat } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { CommandError } from '../command-line.ts';
import { ATTACHED_TYPES, writeAttached } from './attached.ts';
import { readColumns } from './records/columns.ts';
import { isUnchanged } from './foresee.ts';
import { asModelRecord, importModel, isModelType, type ModelRecord, type Say } from './import-model.ts';
import type { Counts, Journal } from './journal.ts';
import { createNames, type Names } from './names.ts';
import type { Progress } from './progress.ts';
import { readRecords, type Source, type SourceRecord } from './records/records.ts';
import type { SourceResource } from './resource.ts';
import { objectOf, writeRelationships, type Linked } from './relationships.ts';
import { assertUtf8, SourceRefused } from './records/source-check.ts';
import { walk, type Target } from './target.ts';
import { faultOf, keyOf, typeConflict, writeObject } from './write-objects.ts';

/** Records of one look-up. */
const BATCH = 1000;
/** Bytes of a file whose records are held at the same time. */
const BATCH_BYTES = 8_000_000;

export const PASSES = 3;

export interface ImportOptions {
  target: Target;
  source: Source;
  /** Part of derived unames. */
  sourceName: string;
  journal: Journal;
  progress: Progress;
  dryRun: boolean;
  say: Say;
}

type Line = SourceRecord & { resource: SourceResource };

/** One bit for each line of a file. */
function createLineSet() {
  let bits = new Uint8Array(1024);
  return {
    add(line: number): void {
      const at = line >> 3;
      if (at >= bits.length) {
        const larger = new Uint8Array(Math.max(at + 1, bits.length * 2));
        larger.set(bits);
        bits = larger;
      }
      bits[at] = (bits[at] ?? 0) | (1 << (line & 7));
    },
    has: (line: number): boolean => ((bits[line >> 3] ?? 0) & (1 << (line & 7))) !== 0,
  };
}

/** @throws CommandError for a model that cannot be created, and an unreadable file */
export async function importContent(options: ImportOptions): Promise<Counts> {
  const { journal, target } = options;
  const source = await checkedSource(options);
  if (!source) return journal.counts;
  const model = await leadingModel(source);
  // Faults of the model would recur for every object.
  if (journal.place.pass === 1 && journal.place.line === 0 && !(await importModel(target, model, options))) {
    await journal.reached(journal.place);
    await journal.finish();
    throw new CommandError(`the model cannot be made: see ${journal.faultsFile}`);
  }
  const types = await knownTypes(target);
  if (options.dryRun) for (const { resource } of model) types.add(String(resource.attributes?.['name']));
  const names = createNames(target, options.sourceName);
  const run: Run = {
    options: { ...options, source },
    names,
    types,
    linked: createLineSet(),
    hasLater: false,
  };
  for (let pass = 1; pass <= (options.dryRun ? 1 : PASSES); pass++) {
    if (pass === PASSES && !run.hasLater) break;
    await runPass(run, pass);
  }
  await journal.finish();
  return journal.counts;
}

/** The source with its columns; undefined for a file that is refused as a whole, with one fault. @throws CommandError */
async function checkedSource({ source, target, journal }: ImportOptions): Promise<Source | undefined> {
  const { file, format, type = '' } = source;
  try {
    await assertUtf8(file);
    return format === 'csv' ? { ...source, columns: await readColumns(target, file, type) } : source;
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    journal.fault(error.line, undefined, error.fault);
    await journal.finish();
    return undefined;
  }
}

interface Run {
  options: ImportOptions;
  names: Names;
  types: ReadonlySet<string>;
  /** Lines whose relationships the first pass has written. */
  linked: ReturnType<typeof createLineSet>;
  /** Some line only links existing objects: for the last pass. */
  hasLater: boolean;
}

/** The model comes before everything else, so that only it has to be held. */
async function leadingModel(source: Source): Promise<ModelRecord[]> {
  const model: ModelRecord[] = [];
  for await (const record of readRecords(source)) {
    const row = asModelRecord(record);
    if (row) model.push(row);
    else if (record.resource) break;
  }
  return model;
}

async function knownTypes(target: Target): Promise<Set<string>> {
  const types = new Set<string>();
  for await (const { attributes } of walk(target, '/model/object_types')) {
    if (attributes['enabled'] === true && attributes['is_abstract'] === false) types.add(String(attributes['name']));
  }
  return types;
}

/** A batch ends before the next one begins, so that one line number describes the progress. */
async function runPass(run: Run, pass: number): Promise<void> {
  const { journal, progress, source } = run.options;
  const { size } = await stat(source.file);
  let batch: Line[] = [];
  let since = 0;
  let last = { line: 0, bytes: 0 };
  const flush = async (): Promise<void> => {
    await runBatch(run, pass, batch);
    batch = [];
    since = last.bytes;
    await journal.reached({ pass, line: last.line });
    const { made, present, faults } = journal.counts;
    progress.show((pass - 1) * size + last.bytes, made + present + faults, pass === 1 ? 'objects' : 'links');
  };
  const taken = takerOf(run, pass);
  for await (const record of readRecords(source)) {
    last = record;
    const line = taken(record);
    if (line) batch.push(line);
    if (batch.length >= BATCH || last.bytes - since > BATCH_BYTES) await flush();
  }
  if (last.line > 0) await flush();
}

/** The records of a pass, as a stream. */
function takerOf(run: Run, pass: number): (record: SourceRecord) => Line | undefined {
  const { journal } = run.options;
  const place = { ...journal.place };
  let isModel = true;
  const noteForm = ({ line, resource, fault }: SourceRecord): void => {
    if (fault) journal.fault(line, undefined, fault);
    if (!resource || !isModelType(resource.type) || isModel) return;
    const detail = 'Lines of the model come before all others.';
    journal.fault(line, resource.id, faultOf('order', detail, '/data/type'));
  };
  return (record) => {
    const { line, resource } = record;
    const isContent = resource !== undefined && !isModelType(resource.type);
    if (isContent) {
      isModel = false;
      look(run, resource);
    }
    if (pass < place.pass || (pass === place.pass && line <= place.line)) return undefined;
    if (pass === 1) noteForm(record);
    return isContent && passOf(resource, pass, run.linked.has(line)) === pass ? { ...record, resource } : undefined;
  };
}

/** Facts about a record for every pass, also for one that an earlier run has written. */
function look(run: Run, resource: SourceResource): void {
  if (ATTACHED_TYPES.has(resource.type)) return;
  if (resource.attributes === undefined) run.hasLater = true;
  else run.names.note(resource);
}

/** The next pass for a record, from `pass` on. */
function passOf(resource: SourceResource, pass: number, isLinked: boolean): number {
  if (ATTACHED_TYPES.has(resource.type)) return 2;
  if (resource.attributes === undefined) return 3;
  if (pass === 1) return 1;
  return isLinked ? 1 : 2;
}

async function runBatch(run: Run, pass: number, batch: readonly Line[]): Promise<void> {
  const { names, options } = run;
  if (batch.length === 0) return;
  await names.prepare(batch.map(({ resource }) => resource));
  // Records of one object are processed in the order of the file; and so are folders, parents first.
  const turns = new Map<string, Line[]>();
  for (const line of batch) {
    const turn = turnOf(names, line, pass);
    const waiting = turns.get(turn);
    if (waiting) waiting.push(line);
    else turns.set(turn, [line]);
  }
  const limit = pLimit(options.target.atOnce);
  await Promise.all(
    [...turns.values()].map((lines) =>
      limit(async () => {
        for (const line of lines) await runLine(run, pass, line);
      }),
    ),
  );
}

function turnOf(names: Names, { line, resource }: Line, pass: number): string {
  if (pass === 1 && resource.type === 'folders') return 'folders';
  if (ATTACHED_TYPES.has(resource.type)) {
    const [object] = resource.relationships['object'] ?? [];
    return object ? `${object.type}/${object.id}` : `line ${line}`;
  }
  if (pass === 1) return names.keyOf(resource) ?? `line ${line}`;
  return objectOf(names, resource)?.id ?? `line ${line}`;
}

async function runLine(run: Run, pass: number, { line, resource }: Line): Promise<void> {
  const { names, options, types, linked } = run;
  const { journal, target, source } = options;
  if (!types.has(resource.type) && !ATTACHED_TYPES.has(resource.type)) {
    if (pass > 1 && resource.attributes !== undefined) return;
    const detail = `There is no object type "${resource.type}" that objects can have.`;
    return journal.fault(line, resource.id, faultOf('unknown_type', detail, '/data/type'));
  }
  if (options.dryRun) return noteForeseen(run, { line, resource });
  const folder = path.dirname(path.resolve(source.file));
  const shared = { target, names, journal, folder };
  if (ATTACHED_TYPES.has(resource.type)) return writeAttached(shared, { line, resource });
  if (pass > 1) return writeRelationships(shared, { line, resource });
  if (await writeObject(shared, { line, resource })) linked.add(line);
}

async function noteForeseen({ names, options: { journal, target } }: Run, { line, resource }: Linked): Promise<void> {
  const key = keyOf({ names, journal }, { line, resource });
  if (key === undefined) return;
  const present = names.get(key);
  try {
    if (present && present.type !== resource.type) throw typeConflict(key, present.type);
    // One that the same file makes has no id yet.
    const isSame = present && (present.id === '' || (await isUnchanged(target, names, resource, present)));
    journal.counts[isSame === undefined ? 'made' : isSame ? 'present' : 'changed'] += 1;
  } catch (error) {
    journal.refused(line, resource.id ?? key, error);
  }
  if (!present) names.set(key, { type: resource.type, id: '' });
}
