// The records of a file, as a stream: NDJSON, JSON or CSV, as JSON:API resources with their line numbers.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { CommandError } from '../../command-line.ts';
import { readCsvRecords } from './csv-records.ts';
import { csvResource, type CsvColumns } from './csv-values.ts';
import { findInexact, INEXACT } from '../../../core/json/exact-json.ts';
import { readJsonItems } from './json-items.ts';
import { readResource, RecordFault, type SourceResource } from '../resource.ts';
import type { Fault } from '../target.ts';

/** One record, or its fault. */
export interface SourceRecord {
  /** From 1; for JSON the number of the item. */
  line: number;
  /** Bytes of the file read up to here. */
  bytes: number;
  resource?: SourceResource;
  fault?: Fault;
}

export const FORMATS = ['ndjson', 'json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

export interface Source {
  file: string;
  format: Format;
  /** Of records without a type. */
  type: string | undefined;
  /** Columns of a CSV, by the type in the service, once they are read. */
  columns?: CsvColumns | undefined;
}

/** @throws CommandError for an unknown extension */
export function formatOf(file: string, given: string | undefined): Format {
  const text = given ?? { '.ndjson': 'ndjson', '.jsonl': 'ndjson', '.json': 'json', '.csv': 'csv' }[path.extname(file)];
  const format = FORMATS.find((name) => name === text);
  if (!format) throw new CommandError(`--format: one of ${FORMATS.join(', ')} is needed for ${file}`);
  return format;
}

const malformed = (detail: string): Fault => ({ status: 400, code: 'malformed_record', detail });

const NO_COLUMNS: CsvColumns = { kinds: {}, relations: {} };

function recordOf(read: () => SourceResource): Pick<SourceRecord, 'resource' | 'fault'> {
  try {
    return { resource: read() };
  } catch (error) {
    if (error instanceof RecordFault) return { fault: error.fault };
    throw error;
  }
}

/** @throws RecordFault for an integer that would be changed (D784) */
function exactValue(json: string): unknown {
  const found = findInexact(json);
  if (found) throw new RecordFault(INEXACT, found.pointer);
  return JSON.parse(json) as unknown;
}

type Found = Omit<SourceRecord, 'bytes'>;

async function* readNdjson(input: Readable, type: string | undefined): AsyncGenerator<Found> {
  let line = 0;
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    line += 1;
    const trimmed = text.replace(/^\uFEFF/, '').trim();
    if (trimmed === '') continue;
    try {
      JSON.parse(trimmed);
    } catch (error) {
      yield { line, fault: malformed(`The line is not JSON: ${(error as Error).message}`) };
      continue;
    }
    yield { line, ...recordOf(() => readResource(exactValue(trimmed), type)) };
  }
}

async function* readJson(input: Readable, type: string | undefined): AsyncGenerator<Found> {
  let line = 0;
  try {
    for await (const json of readJsonItems(input)) {
      line += 1;
      yield { line, ...recordOf(() => readResource(exactValue(json), type)) };
    }
  } catch (error) {
    // The following records cannot be separated any more.
    if (!(error instanceof SyntaxError)) throw error;
    yield { line: line + 1, fault: malformed(error.message) };
  }
}

async function* readCsv(input: Readable, { type = '', columns = NO_COLUMNS }: Source): AsyncGenerator<Found> {
  let header: string[] | undefined;
  for await (const { line, cells, problem = '' } of readCsvRecords(input.setEncoding('utf8'))) {
    if (header === undefined) header = cells ?? [];
    else if (!cells) yield { line, fault: malformed(problem) };
    else if (cells.length !== header.length)
      yield { line, fault: malformed(`It has ${cells.length} cells, and the header has ${header.length}.`) };
    else {
      const row = header.map((name, at) => [name, cells[at] ?? ''] as const);
      yield { line, ...recordOf(() => readResource(csvResource(row, type, columns), type)) };
    }
  }
}

function foundIn(input: Readable, source: Source): AsyncGenerator<Found> {
  switch (source.format) {
    case 'ndjson':
      return readNdjson(input, source.type);
    case 'json':
      return readJson(input, source.type);
    case 'csv':
      return readCsv(input, source);
  }
}

/** @throws Error for an unreadable file */
export async function* readRecords(source: Source): AsyncGenerator<SourceRecord> {
  const input = createReadStream(source.file);
  try {
    for await (const found of foundIn(input, source)) yield { ...found, bytes: input.bytesRead };
  } finally {
    input.destroy();
  }
}

/** Names in the first line of a CSV. @throws CommandError for an empty file */
export async function csvHeader(file: string): Promise<string[]> {
  await (await open(file).catch(() => Promise.reject(new CommandError(`${file} cannot be read`)))).close();
  for await (const { cells } of readCsvRecords(createReadStream(file, 'utf8') as AsyncIterable<string>)) {
    if (cells) return cells;
    break;
  }
  throw new CommandError(`${file} has no header`);
}
