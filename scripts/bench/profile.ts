// A processor profile of the service under one case, summed up by function.
import type { Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const TOP = 40;

interface Time {
  self: number;
  total: number;
}

/** `function file:line`; tsx makes one line of each file of ours, so that those have none. */
export function placeOf({ functionName, url, lineNumber }: Profiler.ProfileNode['callFrame']): string {
  const file = url.startsWith('file:') ? path.relative(root, fileURLToPath(url)) : url;
  const place = file.replace(/^.*node_modules\//, '');
  const line = lineNumber > 0 ? `:${lineNumber + 1}` : '';
  return `${functionName || '(anonymous)'}${place && ` ${place}${line}`}`;
}

function sumUp(profile: Profiler.Profile): { times: Map<string, Time>; whole: number } {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
  const selfOfNode = new Map<number, number>();
  profile.samples?.forEach((id, index) => {
    selfOfNode.set(id, (selfOfNode.get(id) ?? 0) + (profile.timeDeltas?.[index] ?? 0));
  });
  const times = new Map<string, Time>();
  const timeOf = (name: string): Time => {
    const time = times.get(name) ?? { self: 0, total: 0 };
    times.set(name, time);
    return time;
  };
  let whole = 0;
  for (const [id, self] of selfOfNode) {
    const node = nodes.get(id);
    if (!node || node.callFrame.functionName === '(idle)') continue;
    whole += self;
    timeOf(placeOf(node.callFrame)).self += self;
    const seen = new Set<string>();
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const above = nodes.get(at);
      if (above) seen.add(placeOf(above.callFrame));
    }
    for (const name of seen) timeOf(name).total += self;
  }
  return { times, whole };
}

/** Functions that use the most time themselves, then functions of this project with what they call. */
export function describeProfile(profile: Profiler.Profile): string {
  const { times, whole } = sumUp(profile);
  const share = (time: number): string => `${((100 * time) / whole).toFixed(1).padStart(5)}%`;
  const lines = (member: keyof Time, accept: (name: string) => boolean): string[] =>
    [...times]
      .filter(([name]) => accept(name))
      .sort(([, a], [, b]) => b[member] - a[member])
      .slice(0, TOP)
      .map(([name, time]) => `${share(time[member])}  ${name}`);
  const isOurs = (name: string): boolean => / (core|handlers)\//.test(name);
  return ['by itself', ...lines('self', () => true), '', 'with what it calls', ...lines('total', isOurs)].join('\n');
}
