// Limits for one caller and for all callers of a process (core/http/load-limits.ts).
import { expect, it } from 'vitest';
import { createLoadLimits, type Cost, type LoadSettings, type RequestSlot } from '../../core/http/load-limits.ts';

const limits = (changes: Partial<LoadSettings> = {}) =>
  createLoadLimits({ requestsAtOnce: 10, expensiveAtOnce: 2, callerRate: null, ...changes });

function admitted(load: () => RequestSlot, cost: Cost): RequestSlot {
  const place = load();
  place.admit(cost);
  return place;
}

it('beyond the limit of concurrent requests, expensive ones are refused first and cheap ones last', () => {
  const load = limits();
  const places = Array.from({ length: 5 }, () => admitted(load, 'expensive'));
  expect(() => admitted(load, 'expensive')).toThrow('Too many requests are in progress');
  for (let n = 0; n < 3; n++) places.push(admitted(load, 'write'));
  expect(() => admitted(load, 'write')).toThrow('Too many requests are in progress');
  for (let n = 0; n < 2; n++) places.push(admitted(load, 'cheap'));
  expect(() => admitted(load, 'cheap')).toThrow('Too many requests are in progress');
  admitted(load, 'transfer');
  for (const place of places) place.leave();
  expect(() => admitted(load, 'expensive')).not.toThrow();
});

it('expensive requests of one caller wait, then are refused; those of another go on', async () => {
  const load = limits({ requestsAtOnce: 1_000 });
  const started: number[] = [];
  const places = Array.from({ length: 22 }, () => admitted(load, 'expensive'));
  const turns = places.map((place, at) => place.takeTurn('user 1').then(() => started.push(at)));
  await Promise.resolve();
  await new Promise(setImmediate);
  expect(started).toEqual([0, 1]);
  await expect(admitted(load, 'expensive').takeTurn('user 1')).rejects.toMatchObject({ status: 429 });
  await admitted(load, 'expensive').takeTurn('user 2');
  await admitted(load, 'cheap').takeTurn('user 1');
  for (const place of places) {
    place.leave();
    await new Promise(setImmediate);
  }
  await Promise.all(turns);
  expect(started).toEqual(places.map((_, at) => at));
});

it('requests of one caller beyond its rate are 429; those of another are not', async () => {
  const load = limits({ callerRate: { requests: 3, seconds: 60 } });
  for (let n = 0; n < 3; n++) await load().takeTurn('user 1');
  await expect(load().takeTurn('user 1')).rejects.toMatchObject({
    status: 429,
    headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d?$/) as string },
  });
  await load().takeTurn('user 2');
});

it('counting costs microseconds', async () => {
  const load = limits({ callerRate: { requests: 1_000_000, seconds: 60 } });
  const began = performance.now();
  for (let n = 0; n < 100_000; n++) {
    const place = admitted(load, 'expensive');
    await place.takeTurn('user 1');
    place.leave();
  }
  expect((performance.now() - began) / 100_000).toBeLessThan(0.05);
});
