// The result of a run as Markdown tables.
import type { BenchCase } from './cases.ts';
import { median, type Figures } from './measure.ts';

/** Shares are judged at so many connections. */
const JUDGED_CONNECTIONS = 10;

export interface Row {
  benchCase: BenchCase;
  connections: number;
  ours: Figures;
  /** Undefined for requests without a floor. */
  floors: { express: Figures; node: Figures } | undefined;
  /** Undefined for requests that the plain floor does not take. */
  plain: Figures | undefined;
  /** Resources in a response, on average. */
  items: number;
}

/** Of the rule `-:` below a column without text. */
const MIN_WIDTH = 2;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) =>
    Math.max(MIN_WIDTH, name.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

const whole = (value: number): string => Math.round(value).toString();
const precise = (value: number): string => value.toFixed(1);
const percent = (share: number): string => (Number.isNaN(share) ? '-' : `${Math.round(share * 100)}%`);

/** Share of F2, or of the case that a row is measured against; NaN when that was not measured. */
export function shareOf({ benchCase, connections, ours, floors }: Row, rows: readonly Row[]): number {
  if (floors) return ours.rps / floors.express.rps;
  const other = rows.find((row) => row.benchCase.name === benchCase.against && row.connections === connections);
  const compared = benchCase.isAgainstFloor ? other?.floors?.express : other?.ours;
  return compared ? ours.rps / compared.rps : NaN;
}

const isMet = ({ target }: BenchCase, share: number): boolean => Math.round(share * 100) >= target;

const isJudged = ({ connections }: Row, share: number): boolean =>
  connections === JUDGED_CONNECTIONS && !Number.isNaN(share);

const sharedWith = ({ against, isAgainstFloor }: BenchCase): string =>
  against === undefined ? '' : ` of ${against}${isAgainstFloor ? ' of F2' : ''}`;

/** Of the service and of F2, side by side. @param judged whether the shares are compared with their targets */
export function mainTable(rows: readonly Row[], judged: boolean): string {
  const head = [
    'ours / F2',
    'conn.',
    'requests/s',
    'share',
    ...(judged ? ['target', ''] : []),
    'p50 ms',
    'p99 ms',
    'CPU service µs',
    'CPU database µs',
    'keys/item',
    'documents/item',
  ];
  return table(
    head,
    rows.map((row) => {
      const { benchCase, connections, ours, floors, items } = row;
      const beside = (shown: (value: number) => string, of: (figures: Figures) => number): string =>
        `${shown(of(ours))} / ${floors ? shown(of(floors.express)) : '-'}`;
      const share = shareOf(row, rows);
      const verdict = isJudged(row, share)
        ? [`${benchCase.target}%`, isMet(benchCase, share) ? 'met' : 'below']
        : ['', ''];
      return [
        benchCase.title,
        String(connections),
        beside(whole, ({ rps }) => rps),
        percent(share) + sharedWith(benchCase),
        ...(judged ? verdict : []),
        beside(precise, ({ p50 }) => p50),
        beside(precise, ({ p99 }) => p99),
        beside(whole, ({ serverCpu }) => serverCpu),
        beside(whole, ({ databaseCpu }) => databaseCpu),
        beside(precise, ({ keys }) => keys / Math.max(1, items)),
        beside(precise, ({ documents }) => documents / Math.max(1, items)),
      ];
    }),
  );
}

/** Writes beside the plain floor (plain-express.ts). @param judged whether the shares are compared with their targets */
export function plainTable(rows: readonly Row[], judged: boolean): string {
  const head = ['ours / plain floor', 'conn.', 'requests/s', 'share', ...(judged ? ['target', ''] : []), 'p50 ms'];
  return table(
    [...head, 'CPU service µs', 'CPU database µs'],
    rows.flatMap(({ benchCase: { title, plainTarget }, connections, ours, plain }) => {
      if (!plain || !plainTarget) return [];
      const beside = (shown: (value: number) => string, of: (figures: Figures) => number): string =>
        `${shown(of(ours))} / ${shown(of(plain))}`;
      const share = ours.rps / plain.rps;
      const target = plainTarget[connections];
      const verdict = target === undefined ? ['', ''] : [`${target}%`, share * 100 >= target ? 'met' : 'below'];
      return [
        [
          ...[title, String(connections), beside(whole, ({ rps }) => rps), percent(share)],
          ...(judged ? verdict : []),
          ...[beside(precise, ({ p50 }) => p50), beside(whole, ({ serverCpu }) => serverCpu)],
          beside(whole, ({ databaseCpu }) => databaseCpu),
        ],
      ];
    }),
  );
}

/** Share of the rounds in which other programs had much of the machine. */
export function disturbedShare(rows: readonly Row[]): string {
  const all = rows.flatMap(({ ours, floors }) => (floors ? [ours, floors.express, floors.node] : [ours]));
  return percent(all.reduce((sum, { disturbed }) => sum + disturbed, 0) / all.length);
}

/** F1, and both floors as shares of a bare Express route (`bare`: its requests per second by connections). */
export function floorTable(rows: readonly Row[], bare: ReadonlyMap<number, number>): string {
  const head = [
    'floors',
    'conn.',
    'F1 requests/s',
    'F1 CPU µs',
    'F1 CPU database µs',
    'bare/s',
    'F2 of bare',
    'F1 of bare',
  ];
  return table(
    head,
    rows.flatMap(({ benchCase, connections, floors }) => {
      if (!floors) return [];
      const { express, node } = floors;
      const rps = bare.get(connections) ?? NaN;
      const cells = [node.rps, node.serverCpu, node.databaseCpu, rps].map(whole);
      return [[benchCase.title, String(connections), ...cells, percent(express.rps / rps), percent(node.rps / rps)]];
    }),
  );
}

/** The shares of several runs, and how far they are apart. */
export function spreadTable(runs: readonly (readonly Row[])[], judged: boolean): string {
  const head = ['share', 'conn.', ...runs.map((_, run) => `run ${run + 1}`), 'median', 'spread'];
  const [first = []] = runs;
  return table(
    [...head, ...(judged ? ['target', 'met in'] : [])],
    first.map((row, index) => {
      const { benchCase, connections } = row;
      const shares = runs.map((rows) => (rows[index] ? shareOf(rows[index], rows) : NaN));
      const spread = Math.max(...shares) - Math.min(...shares);
      const met = shares.filter((share) => isMet(benchCase, share)).length;
      const verdict = isJudged(row, median(shares)) ? [`${benchCase.target}%`, `${met} of ${runs.length}`] : ['', ''];
      return [
        benchCase.title + sharedWith(benchCase),
        String(connections),
        ...shares.map(percent),
        percent(median(shares)),
        percent(spread),
        ...(judged ? verdict : []),
      ];
    }),
  );
}
