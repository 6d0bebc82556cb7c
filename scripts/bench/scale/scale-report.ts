// The result of a scale run: a Markdown table, and a chart of the growth of each work as SVG.
import { table } from '../report.ts';

export interface ScaleFigures {
  /** Median time of a response, milliseconds. */
  ms: number;
  /** Processor time for each request, microseconds. */
  serviceCpu: number;
  databaseCpu: number;
}

export interface ScaleRow {
  title: string;
  isFlat: boolean;
  small: ScaleFigures;
  large: ScaleFigures;
}

/** x in cost ~ size^x: 0 for a constant cost, 1 for a cost that grows as fast as the data. */
const exponent = (small: number, large: number, sizes: readonly [number, number]): number =>
  Math.log(large / small) / Math.log(sizes[1] / sizes[0]);

const cpu = ({ serviceCpu, databaseCpu }: ScaleFigures): number => serviceCpu + databaseCpu;
const whole = (value: number): string => Math.round(value).toString();

export function scaleTable(rows: readonly ScaleRow[], sizes: readonly [number, number]): string {
  const [few, many] = sizes.map((size) => size.toLocaleString('en-US'));
  const head = [
    'work',
    `ms, ${few}`,
    `ms, ${many}`,
    'times',
    `CPU service µs, ${few}`,
    many ?? '',
    `CPU database µs, ${few}`,
    many ?? '',
    'exponent of CPU',
  ];
  return table(
    head,
    rows.map(({ title, small, large }) => [
      title,
      small.ms.toFixed(2),
      large.ms.toFixed(2),
      (large.ms / small.ms).toFixed(2),
      whole(small.serviceCpu),
      whole(large.serviceCpu),
      whole(small.databaseCpu),
      whole(large.databaseCpu),
      exponent(cpu(small), cpu(large), sizes).toFixed(2),
    ]),
  );
}

const LINE = 22;
const LEFT = 260;
const WIDTH = 380;
const MOST = 1;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A bar for the exponent of each work: none where the cost is flat, the whole width where it grows as the data does. */
export function scaleChart(rows: readonly ScaleRow[], sizes: readonly [number, number]): string {
  const height = LINE * (rows.length + 2);
  const bars = rows.flatMap(({ title, isFlat, small, large }, index) => {
    const growth = exponent(cpu(small), cpu(large), sizes);
    const width = (Math.min(MOST, Math.max(0, growth)) / MOST) * WIDTH;
    const top = LINE * (index + 1);
    return [
      `<text x="${LEFT - 8}" y="${top + 15}" text-anchor="end">${escape(title)}</text>`,
      `<rect x="${LEFT}" y="${top + 4}" width="${Math.max(1, width).toFixed(1)}" height="${LINE - 8}" fill="${isFlat ? '#3465a4' : '#c17d11'}"/>`,
      `<text x="${(LEFT + width + 6).toFixed(1)}" y="${top + 15}">${growth.toFixed(2)}</text>`,
    ];
  });
  const title = `Growth of the cost of a request from ${sizes[0].toLocaleString('en-US')} to ${sizes[1].toLocaleString('en-US')} objects (0 flat, 1 as the data)`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + 60} ${height}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${title}</title>`,
    `<text x="8" y="15" font-weight="bold">${title}</text>`,
    ...bars,
    '</svg>',
    '',
  ].join('\n');
}
