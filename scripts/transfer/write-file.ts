// The file of an export, in its format; it replaces an older one only when it is complete.
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { createInterface } from 'node:readline';
import { stringify, type Stringifier } from 'csv-stringify';
import type { ExportLine } from './export-model.ts';
import { attributeCell, relationshipCell, type Kind } from './records/csv-values.ts';
import type { Format } from './records/records.ts';
import type { Identifier } from './target.ts';

export interface ExportFile {
  write(line: ExportLine): Promise<void>;
  /** Lines after all those of `write`. */
  writeLater(lines: readonly ExportLine[]): Promise<void>;
  /** @param isWhole false removes the incomplete file */
  close(isWhole: boolean): Promise<void>;
}

async function put(stream: WriteStream | Stringifier, chunk: unknown): Promise<void> {
  if (!stream.write(chunk)) await once(stream, 'drain');
}

const end = async (stream: WriteStream): Promise<void> => {
  stream.end();
  await finished(stream);
};

export interface ExportColumn {
  name: string;
  /** Of an attribute. */
  kind?: Kind | undefined;
}

/** @param columns of a CSV, without `id` */
export function createExportFile(file: string, format: Format, columns: readonly ExportColumn[] = []): ExportFile {
  const kinds = new Map(columns.flatMap(({ name, kind }) => (kind ? [[name, kind] as const] : [])));
  const names = ['id', ...columns.map(({ name }) => name)];
  const [unfinished, laterFile] = [`${file}.new`, `${file}.later`];
  const output = createWriteStream(unfinished);
  const later = createWriteStream(laterFile);
  const table = format === 'csv' ? stringify({ header: true, columns: names }) : undefined;
  table?.pipe(output);
  let isFirst = true;

  async function write(text: string): Promise<void> {
    if (format === 'ndjson') return put(output, `${text}\n`);
    await put(output, isFirst ? `{"data":[\n${text}` : `,\n${text}`);
    isFirst = false;
  }

  return {
    write: (line) => (table ? put(table, rowOf(line, kinds)) : write(JSON.stringify(line))),
    async writeLater(lines) {
      for (const line of lines) await put(later, `${JSON.stringify(line)}\n`);
    },
    async close(isWhole) {
      await end(later);
      if (isWhole && !table) {
        for await (const text of createInterface({ input: createReadStream(laterFile) })) await write(text);
        if (format === 'json') await put(output, isFirst ? '{"data":[]}\n' : '\n]}\n');
      }
      if (table) {
        table.end();
        await finished(output);
      } else await end(output);
      await rm(laterFile);
      if (isWhole) await rename(unfinished, file);
      else await rm(unfinished);
    },
  };
}

function rowOf(
  { id, attributes = {}, relationships = {} }: ExportLine,
  kinds: ReadonlyMap<string, Kind>,
): Record<string, string> {
  const cells = Object.entries(attributes).map(([name, value]) => [
    name,
    attributeCell(value, kinds.get(name) ?? 'any'),
  ]);
  const links = Object.entries(relationships).map(([name, { data }]) => [name, relationshipCell(data as Identifier[])]);
  return Object.fromEntries([['id', id], ...cells, ...links]) as Record<string, string>;
}
