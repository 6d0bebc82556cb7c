// The result of a run as Markdown tables.
import type { BenchCase } from './cases.ts';
import type { Figures } from './measure.ts';

export interface Row {
  benchCase: BenchCase;
  connections: number;
  ours: Figures;
  express: Figures;
  node: Figures;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

const whole = (value: number): string => Math.round(value).toString();
const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** @param judged whether the shares are compared with their targets */
export function speedTable(rows: readonly Row[], judged: boolean): string {
  const head = [
    'work',
    'conn.',
    'ours rps',
    'F2 rps',
    'share of F2',
    ...(judged ? ['target', ''] : []),
    'F1 rps',
    'p99 ms ours',
    'F2',
    'F1',
  ];
  return table(
    head,
    rows.map(({ benchCase, connections, ours, express, node }) => {
      const share = ours.rps / express.rps;
      return [
        benchCase.title,
        String(connections),
        whole(ours.rps),
        whole(express.rps),
        percent(share),
        ...(judged ? [`${benchCase.target}%`, Math.round(share * 100) >= benchCase.target ? 'met' : 'below'] : []),
        whole(node.rps),
        ...[ours, express, node].map(({ p99 }) => whole(p99)),
      ];
    }),
  );
}

/** Share of the rounds in which other programs had much of the machine. */
export function disturbedShare(rows: readonly Row[]): string {
  const all = rows.flatMap(({ ours, express, node }) => [ours, express, node]);
  return percent(all.reduce((sum, { disturbed }) => sum + disturbed, 0) / all.length);
}

/** Processor time per request, which depends less on what else the machine does than speed. */
export function cpuTable(rows: readonly Row[]): string {
  const head = ['CPU per request, µs', 'conn.', 'ours', 'F2', 'F1', 'mongod: ours', 'F2', 'F1'];
  return table(
    head,
    rows.map(({ benchCase, connections, ours, express, node }) => [
      benchCase.title,
      String(connections),
      ...[ours, express, node].map(({ serverCpu }) => whole(serverCpu)),
      ...[ours, express, node].map(({ databaseCpu }) => whole(databaseCpu)),
    ]),
  );
}

/** Floors as shares of a bare Express route (`bare`: its requests per second by connections). */
export function floorTable(rows: readonly Row[], bare: ReadonlyMap<number, number>): string {
  return table(
    ['floors beside a bare Express route', 'conn.', 'bare rps', 'F2', 'F1'],
    rows.map(({ benchCase, connections, express, node }) => {
      const rps = bare.get(connections) ?? NaN;
      return [benchCase.title, String(connections), whole(rps), percent(express.rps / rps), percent(node.rps / rps)];
    }),
  );
}
