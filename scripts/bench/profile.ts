// A processor profile of the service under one case, summed up by function.
import type { Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const TOP = 40;

/** `function file:line`; tsx makes one line of each file of ours, so that those have none. */
function placeOf({ functionName, url, lineNumber }: Profiler.ProfileNode['callFrame']): string {
  const file = url.startsWith('file:') ? path.relative(root, fileURLToPath(url)) : url;
  const place = file.replace(/^.*node_modules\//, '');
  const line = lineNumber > 0 ? `:${lineNumber + 1}` : '';
  return `${functionName || '(anonymous)'}${place && ` ${place}${line}`}`;
}

export interface Stack {
  /** The innermost function and those that have called it. */
  places: string[];
  time: number;
}

/** What was busy, and how long. */
export function stacksOf(profile: Profiler.Profile): Stack[] {
  const nodes = new Map(profile.nodes.map((node) => [node.id, placeOf(node.callFrame)]));
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const times = new Map<number, number>();
  profile.samples?.forEach((id, index) => {
    times.set(id, (times.get(id) ?? 0) + (profile.timeDeltas?.[index] ?? 0));
  });
  const stacks = Array.from(times, ([id, time]): Stack => {
    const places: string[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) places.push(nodes.get(at) ?? '');
    return { places, time };
  });
  return stacks.filter(({ places }) => places[0] !== '(idle)');
}

/** Functions that use the most time themselves, then functions of this project with what they call. */
export function describeProfile(profile: Profiler.Profile): string {
  const [self, total] = [new Map<string, number>(), new Map<string, number>()];
  const add = (times: Map<string, number>, name: string, time: number): unknown =>
    times.set(name, (times.get(name) ?? 0) + time);
  let whole = 0;
  for (const { places, time } of stacksOf(profile)) {
    whole += time;
    add(self, places[0] ?? '', time);
    for (const name of new Set(places)) add(total, name, time);
  }
  const lines = (times: Map<string, number>, accept: (name: string) => boolean): string[] =>
    [...times]
      .filter(([name]) => accept(name))
      .sort(([, a], [, b]) => b - a)
      .slice(0, TOP)
      .map(([name, time]) => `${((100 * time) / whole).toFixed(1).padStart(5)}%  ${name}`);
  const isOurs = (name: string): boolean => / (core|handlers)\//.test(name);
  return ['by itself', ...lines(self, () => true), '', 'with what it calls', ...lines(total, isOurs)].join('\n');
}
