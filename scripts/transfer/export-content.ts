// An export: the model, the objects, the rows that belong to them, and their order. Constant memory.
import path from 'node:path';
import { CommandError } from '../command-line.ts';
import { kindsOf, readSchema } from './records/columns.ts';
import { exportModel } from './export-model.ts';
import { exportAttached, exportedTypes, exportObjects, type ExportedType } from './export-objects.ts';
import { createProgress } from './progress.ts';
import type { Format } from './records/records.ts';
import type { Answer, Resource, Target } from './target.ts';
import { createExportFile, type ExportColumn } from './write-file.ts';

export interface ExportOptions {
  /** An absolute path. */
  file: string;
  format: Format;
  /** undefined for all except users. */
  types: readonly string[] | undefined;
  withFiles: boolean;
  progressOn: NodeJS.WriteStream;
}

/** @throws CommandError for unknown types; for a CSV of several types */
async function chosenTypes(target: Target, { types, format }: ExportOptions): Promise<ExportedType[]> {
  const all = await exportedTypes(target);
  const unknown = types?.find((name) => !all.some((type) => type.name === name));
  if (unknown !== undefined) throw new CommandError(`--types: there is no object type "${unknown}" that has objects`);
  if (format === 'csv' && types?.length !== 1) throw new CommandError('a CSV holds one type: name it with --types');
  return all.filter(({ name }) => (types ? types.includes(name) : name !== 'users'));
}

/** @returns the number of objects @throws CommandError, Refusal, Unavailable */
export async function exportContent(target: Target, options: ExportOptions): Promise<number> {
  const { file, format, withFiles, progressOn } = options;
  const types = await chosenTypes(target, options);
  const folderName = `${path.basename(file)}.files`;
  const files = withFiles ? { path: path.join(path.dirname(file), folderName), name: folderName } : undefined;
  const [only] = types;
  const columns = format === 'csv' && only ? await columnsOf(target, only) : [];
  const output = createExportFile(file, format, columns);
  const progress = createProgress(progressOn, await countOf(target, types));
  let count = 0;
  let isWhole = false;
  try {
    if (format !== 'csv') for await (const line of exportModel(target)) await output.write(line);
    for (const type of types) {
      for await (const { line, later } of exportObjects(target, type, files)) {
        await output.write(line);
        await output.writeLater(later);
        progress.show(++count, count, type.name);
      }
    }
    const isAll = options.types === undefined;
    if (format !== 'csv') {
      for (const type of ['translations', 'annotations'] as const) {
        for await (const line of exportAttached(target, type)) {
          const of = (line.relationships?.['object']?.data as { type: string }).type;
          if (isAll || types.some(({ name }) => name === of)) await output.write(line);
        }
      }
    }
    isWhole = true;
  } finally {
    progress.stop();
    await output.close(isWhole);
  }
  return count;
}

async function countOf(target: Target, types: readonly ExportedType[]): Promise<number> {
  const pages = await Promise.all(
    types.map(({ name }) => target.call<Answer<Resource[]>>('GET', `/${name}?page_size=1&fields=uname`)),
  );
  return pages.reduce((sum, { meta }) => sum + (meta?.pagination?.count ?? 0), 0);
}

async function columnsOf(target: Target, type: ExportedType): Promise<ExportColumn[]> {
  const schema = await readSchema(target, type.name);
  const kinds = kindsOf(schema);
  const attributes = Object.entries(schema.properties ?? {})
    .filter(([name, property]) => property.readOnly !== true && name !== 'password')
    .map(([name]) => ({ name, kind: kinds[name] }));
  const links = type.relations.filter(({ side }) => side !== 'right').map(({ name }) => ({ name }));
  return [...attributes, ...links, ...(type.hasFiles ? [{ name: 'streams' }] : [])];
}
