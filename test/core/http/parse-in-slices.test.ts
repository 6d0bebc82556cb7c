// Sliced reading of JSON gives what JSON.parse gives, at any length (D771).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { TURNS_CHANNEL } from '../../../core/event-loop-turns.ts';
import { countMembers, parseInSlices } from '../../../core/json/parse-in-slices.ts';

const key = fc.oneof(fc.string(), fc.constantFrom('', '"', '\\', '\\"', ',', ':', '{[', ']}', '€𝄞', 'data'));
const documents = fc
  .dictionary(key, fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())))
  .map((document) => JSON.stringify(document));

/** Names of the members of all objects in a value. */
const namesIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(namesIn)];

describe('a document that is read in slices', () => {
  it('is that of JSON.parse', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (text) => {
        expect(await parseInSlices(Buffer.from(text))).toEqual(JSON.parse(text));
        const names = namesIn(JSON.parse(text));
        expect(countMembers(Buffer.from(text))).toEqual({ members: names.length, names: new Set(names).size });
      }),
      { numRuns: 500 },
    );
  });

  it('gives way after each item of its lists', async () => {
    let chances = 0;
    const count = (): void => void (chances += 1);
    subscribe(TURNS_CHANNEL, count);
    await parseInSlices(Buffer.from(JSON.stringify({ data: [1, [], {}], included: ['a', 'b'], meta: [] })));
    unsubscribe(TURNS_CHANNEL, count);
    expect(chances).toBe(5);
  });

  it.each(['{', '{"a', '{"a":', '{"a":[', '{"a":[1', '{"a":["', '{"a":[1,', '{"a":{"b":1'])(
    'is refused when it is cut off: %s',
    async (text) => {
      await expect(parseInSlices(Buffer.from(text))).rejects.toThrow(SyntaxError);
    },
  );
});
