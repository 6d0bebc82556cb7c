// The records of a CSV file (RFC 4180) with their lines. A faulty one does not affect others: after it reading goes on at
// the next line.
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';

export interface CsvRecord {
  /** Where it begins, from 1. Line breaks within quotes count too. */
  line: number;
  /** undefined for a faulty record. */
  cells?: string[];
  problem?: string;
}

/** Characters of a record with an open quote, after which the quote is taken for a fault. */
const MOST_CHARACTERS = 16_777_216;

const hasOpenQuote = (line: string): boolean => (line.split('"').length - 1) % 2 === 1;

/** Lines with their ends. Files of old programs end them with CR alone. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  let end: string | undefined;
  for await (const chunk of text) {
    if (end === undefined) rest = chunk.replace(/^\uFEFF/, '');
    else rest += chunk;
    end ??= rest.includes('\r') && !rest.includes('\n') ? '\r' : '\n';
    let from = 0;
    for (let at = rest.indexOf(end); at >= 0; at = rest.indexOf(end, from)) {
      yield rest.slice(from, at + 1);
      from = at + 1;
    }
    rest = rest.slice(from);
  }
  if (rest !== '') yield rest;
}

/** @returns cells, or why there are none */
function cellsOf(text: string): string[] | string {
  const record = text.replace(/(?:\r\n|\n|\r)$/, '');
  if (!record.includes('"')) return record.split(',');
  try {
    const [cells = []] = parse(record, { relax_column_count: true, record_delimiter: '\n' });
    return cells;
  } catch (error) {
    if (error instanceof CsvError) return 'A quote stands within a cell, or is not closed.';
    throw error;
  }
}

/** Empty lines are left out. */
export async function* readCsvRecords(text: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const lines = linesOf(text);
  /** To be read again, the next one last. */
  const again: string[] = [];
  const next = async (): Promise<string | undefined> => {
    const line = again.pop();
    if (line !== undefined) return line;
    const { value, done } = await lines.next();
    return done ? undefined : value;
  };
  let line = 1;
  for (let first = await next(); first !== undefined; first = await next()) {
    const taken = [first];
    let size = first.length;
    let isOpen = hasOpenQuote(first);
    while (isOpen && size <= MOST_CHARACTERS) {
      const more = await next();
      if (more === undefined) break;
      taken.push(more);
      size += more.length;
      isOpen = !hasOpenQuote(more);
    }
    const cells = isOpen ? 'A quote is not closed.' : cellsOf(taken.join(''));
    if (typeof cells === 'string') {
      yield { line, problem: cells };
      again.push(...taken.slice(1).reverse());
      line += 1;
      continue;
    }
    if (cells.length !== 1 || cells[0] !== '') yield { line, cells };
    line += taken.length;
  }
}
