// The header `Server-Timing`, and its line in the log once an hour (D462).
import { describe, expect, it } from 'vitest';
import { createServerTiming } from '../../../core/http/limits/server-timing.ts';

function timing() {
  let now = 1000;
  const lines: unknown[] = [];
  const log = { info: (line: unknown) => void lines.push(line) };
  return { start: createServerTiming(log as never, () => now), lines, advance: (ms: number) => (now += ms) };
}
const people = { type: 'events', field: 'people', property: 7, building: false };

describe('Server-Timing', () => {
  it('has the time of the response so far', () => {
    const { start, advance } = timing();
    const one = start();
    advance(12.34);
    expect(one.header()).toBe('total;dur=12.3');
    advance(1);
    expect(one.header()).toBe('total;dur=13.3');
  });

  it('names a property that can be indexed, one whose index is under construction, and a field that cannot, each once', () => {
    const one = timing().start();
    for (const _time of [1, 2]) one.noteUnindexed(people);
    one.noteUnindexed({ ...people, field: 'area', building: true });
    one.noteUnindexed({ type: 'objects', field: 'description', property: undefined, building: false });
    expect(one.header()).toBe(
      'total;dur=0.0, no-index;desc="property people of events: set indexed", ' +
        'no-index;desc="property area of events: its index is being made", no-index;desc="description of objects"',
    );
  });

  it('is one header with quoted strings, for any names, and names at most eight', () => {
    const one = timing().start();
    for (let n = 0; n < 20; n++) one.noteUnindexed({ ...people, field: `a"\\\r\nSet-Cookie: é${n}` });
    expect(one.header()).not.toMatch(/[^\x20-\x7e]|\\/);
    expect(one.header().match(/no-index/g)).toHaveLength(8);
  });

  it('makes the log name a field once an hour, with advice', () => {
    const { start, lines, advance } = timing();
    for (const _time of [1, 2]) start().noteUnindexed(people);
    expect(lines).toEqual([
      { type: 'events', field: 'people', advice: 'PATCH /model/properties/7 with indexed: true' },
    ]);
    start().noteUnindexed({ ...people, field: 'area' });
    advance(3_599_999);
    start().noteUnindexed(people);
    expect(lines).toHaveLength(2);
    advance(1);
    start().noteUnindexed(people);
    expect(lines).toHaveLength(3);
    start().noteUnindexed({ ...people, field: 'size', building: true });
    expect(lines).toHaveLength(3);
  });
});
