// Faults in the raising of versions (D910): each statement that raises one is left out, or raises by nothing.
import type { Fault } from './faults.ts';

const RAISINGS: readonly { of: RegExp; to: string; change: string }[] = [
  {
    of: /(?:await )?(?:raise\w*|noteWrite)\(name\b[^;)]*\)|await raise\w*\([^;]*?\)(?=;)/g,
    to: 'undefined',
    change: 'nothing is raised',
  },
  { of: /(?<=\$inc: \{[^;]*?)\bversion: (?:1|by)\b/g, to: 'version: 0', change: 'it is raised by nothing' },
];

export const raisingFaults = (file: string, content: string): Fault[] =>
  RAISINGS.flatMap(({ of, to, change }) =>
    [...content.matchAll(of)].map(({ 0: text, index: start }) => ({
      file,
      line: content.slice(0, start).split('\n').length,
      change,
      start,
      end: start + text.length,
      replacement: to,
      // Each of a file has its own.
      identity: `${change} ${text} ${content.slice(0, start).split(text).length}`,
    })),
  );
