// The table of openapi/docs/sdks.md that `npm run sdk:check -- --public` makes.
import { STEPS, type Step } from './public-generator.ts';
import type { Row } from './check-public.ts';

export const TABLE_MARK = '<!-- npm run sdk:check -- --public -->';

const HEADER = ['generator', ...STEPS, 'remark'];

const cellOf = (passed: boolean | undefined): string => (passed === undefined ? '' : passed ? 'yes' : 'no');

const cellsOf = ({ name, passed, note }: Row): string[] => [name, ...STEPS.map((step) => cellOf(passed[step])), note];

/** @returns lines of Markdown, in columns as oxfmt aligns them */
export function tableOf(rows: readonly Row[]): string[] {
  const cells = [HEADER, ...rows.map(cellsOf)];
  const widths = HEADER.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lineOf = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const [header = [], ...others] = cells;
  return [lineOf(header), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...others.map(lineOf)];
}

const wasPassed: Readonly<Record<string, boolean>> = { yes: true, no: false };

/** @returns the rows of the page's table by their generators */
export function rowsIn(page: string): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const line of tableLines(page).slice(2)) {
    const [name = '', ...cells] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    const passed: Partial<Record<Step, boolean>> = {};
    for (const [index, step] of STEPS.entries()) {
      const value = wasPassed[cells[index] ?? ''];
      if (value !== undefined) passed[step] = value;
    }
    rows.set(name, { name, passed, note: cells[STEPS.length] ?? '', isWrong: false });
  }
  return rows;
}

/** @throws Error when the page has no place for the table */
export function withTable(page: string, rows: readonly Row[]): string {
  const [before, after] = partsOf(page);
  return [before, TABLE_MARK, '', ...tableOf(rows), after].join('\n');
}

function tableLines(page: string): string[] {
  const lines = page.split('\n').slice(page.split('\n').indexOf(TABLE_MARK) + 1);
  const first = lines.findIndex((line) => line !== '');
  if (lines[first]?.startsWith('|') !== true) return [];
  const length = lines.slice(first).findIndex((line) => !line.startsWith('|'));
  return lines.slice(first, length === -1 ? undefined : first + length);
}

function partsOf(page: string): [before: string, after: string] {
  const lines = page.split('\n');
  const mark = lines.indexOf(TABLE_MARK);
  if (mark === -1) throw new Error(`the page has no line ${TABLE_MARK}`);
  const end = lines.findIndex((line, index) => index > mark && line !== '' && !line.startsWith('|'));
  return [lines.slice(0, mark).join('\n'), ['', ...(end === -1 ? [] : lines.slice(end))].join('\n')];
}
