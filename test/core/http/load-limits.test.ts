// Limits for one caller and for all callers of a process (core/http/limits/load-limits.ts).
import { expect, it } from 'vitest';
import { ownersOfRequest, type Owners } from '../../../core/access/request-owners.ts';
import {
  createLoadLimits,
  type LoadLimit,
  type LoadSettings,
  type LoadSources,
  type RequestPlace,
} from '../../../core/http/limits/load-limits.ts';
import type { Cost } from '../../../core/http/limits/request-cost.ts';
import { processorTime } from '../../support/run/processor-time.ts';

const limits = (changes: Partial<LoadSettings> = {}, sources: Partial<LoadSources> = {}) =>
  createLoadLimits(
    {
      requestsAtOnce: 10,
      expensiveAtOnce: 2,
      bodiesAtOnce: 2,
      transfersAtOnce: 2,
      streamsAtOnce: 2,
      feedListeners: 5,
      callerRate: null,
      loopDelayMs: null,
      ...changes,
    },
    { delay: () => 0, noteRefused: () => undefined, ...sources },
  );

function admitted(load: () => RequestPlace, cost: Cost): RequestPlace {
  const place = load();
  place.admit(cost);
  return place;
}

const user = (id: number, address = `10.0.0.${id}`): Owners =>
  ownersOfRequest({ userId: id, applicationId: null }, address);
const visitor = (address: string, applicationId: number | null = null): Owners =>
  ownersOfRequest({ userId: null, applicationId }, address);

function placed(load: () => RequestPlace, cost: Cost, owners: Owners): RequestPlace {
  const place = admitted(load, cost);
  try {
    place.identify(owners);
  } catch (error) {
    place.leave();
    throw error;
  }
  return place;
}

const COSTS: readonly Cost[] = ['probe', 'cheap', 'write', 'expensive', 'upload', 'download', 'stream'];

it('beyond the limit of concurrent requests, expensive ones are refused first and cheap ones last', () => {
  const load = limits();
  const places = Array.from({ length: 5 }, () => admitted(load, 'expensive'));
  expect(() => admitted(load, 'expensive')).toThrow('Too many requests are in progress');
  for (let n = 0; n < 3; n++) places.push(admitted(load, 'write'));
  expect(() => admitted(load, 'write')).toThrow('Too many requests are in progress');
  for (let n = 0; n < 2; n++) places.push(admitted(load, 'cheap'));
  expect(() => admitted(load, 'cheap')).toThrow('Too many requests are in progress');
  admitted(load, 'probe');
  admitted(load, 'upload');
  for (const place of places) place.leave();
  expect(() => admitted(load, 'expensive')).not.toThrow();
});

it('while the event loop is late, expensive requests are refused first and cheap ones last, probes never', () => {
  let delay = 0;
  const refused: LoadLimit[] = [];
  const sources = { delay: () => delay, noteRefused: (limit: LoadLimit) => refused.push(limit) };
  const load = limits({ loopDelayMs: 100 }, sources);
  const refusedAt = (ms: number): Cost[] => {
    delay = ms;
    return COSTS.filter((cost) => {
      try {
        admitted(load, cost).leave();
        return false;
      } catch {
        return true;
      }
    });
  };
  expect(refusedAt(100)).toEqual([]);
  expect(refusedAt(101)).toEqual(['expensive', 'stream']);
  expect(refusedAt(201)).toEqual(['write', 'expensive', 'stream']);
  expect(refusedAt(401)).toEqual(['cheap', 'write', 'expensive', 'download', 'stream']);
  expect(new Set(refused)).toEqual(new Set(['loop_delay']));
});

it('expensive requests of one caller wait without a slot, then are refused; those of another go on', async () => {
  const load = limits({ requestsAtOnce: 1_000 });
  const started: number[] = [];
  const places = Array.from({ length: 22 }, () => placed(load, 'expensive', user(1)));
  const turns = places.map(async (place, at) => {
    await place.takeTurn();
    started.push(at);
  });
  await new Promise(setImmediate);
  expect([started, load.underWay()]).toEqual([[0, 1], 2]);
  await expect(placed(load, 'expensive', user(1)).takeTurn()).rejects.toMatchObject({ status: 429 });
  await placed(load, 'expensive', user(2)).takeTurn();
  await placed(load, 'cheap', user(1)).takeTurn();
  for (const place of places) {
    place.leave();
    await new Promise(setImmediate);
  }
  await Promise.all(turns);
  expect(started).toEqual(places.map((_, at) => at));
});

it('requests of one caller beyond its rate are 429; those of another are not, and a probe never is', () => {
  const load = limits({ callerRate: { requests: 3, seconds: 60 } });
  placed(load, 'probe', user(1));
  for (let n = 0; n < 2; n++) placed(load, 'cheap', user(1)).leave();
  const refusal: unknown = expect.objectContaining({
    status: 429,
    headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d?$/) as string },
  });
  expect(() => placed(load, 'cheap', user(1))).toThrow(refusal as Error);
  placed(load, 'probe', user(1));
  placed(load, 'cheap', user(2));
});

it('a refused request counts once, for its address if its caller is not known', () => {
  const load = limits({ callerRate: { requests: 2, seconds: 60 } });
  placed(load, 'cheap', user(1, '10.0.0.9')).countUnknown(visitor('10.0.0.9'));
  for (let n = 0; n < 2; n++) admitted(load, 'cheap').countUnknown(visitor('10.0.0.9'));
  expect(() => admitted(load, 'cheap').countUnknown(visitor('10.0.0.9'))).toThrow('More than 2 requests');
});

it('one visitor of a public key stops neither the others nor itself without the key', () => {
  const load = limits({ callerRate: { requests: 3, seconds: 60 }, requestsAtOnce: 1_000 });
  const isRefused = (owners: Owners): boolean => {
    try {
      placed(load, 'cheap', owners);
      return false;
    } catch {
      return true;
    }
  };
  const tries = Array.from({ length: 100 }, () => isRefused(visitor('10.0.0.1', 7)));
  expect(tries.indexOf(true)).toBe(3);
  expect(isRefused(visitor('10.0.0.2', 7))).toBe(false);
  expect(isRefused(visitor('10.0.0.1'))).toBe(false);
  const others = Array.from({ length: 40 }, (_, n) => isRefused(visitor(`10.0.1.${n}`, 7)));
  // Ten times the limit for the key as a whole, of which four are used.
  expect(others.indexOf(true)).toBe(26);
});

/** The first address of a network of 64 bits in the same 48. */
const inSite = (n: number): string => `2001:db8:1:${n.toString(16)}::1`;

it('the networks of an IPv6 site together reach twice the limit of one visitor, with a public key or without', () => {
  for (const key of [null, 7]) {
    const load = limits({ callerRate: { requests: 3, seconds: 60 }, requestsAtOnce: 1_000 });
    const isCounted = (n: number): boolean => {
      try {
        placed(load, 'cheap', visitor(inSite(n), key));
        return true;
      } catch {
        return false;
      }
    };
    expect(Array.from({ length: 20 }, (_, n) => isCounted(n)).filter(Boolean)).toHaveLength(6);
    expect(() => placed(load, 'cheap', visitor('2001:db8:2::1', key))).not.toThrow();
    expect(() => placed(load, 'cheap', user(1, inSite(1)))).not.toThrow();
  }
});

it('users in an IPv6 site share twice the limit of an address', () => {
  const load = limits({ callerRate: { requests: 1, seconds: 60 }, requestsAtOnce: 1_000 });
  const isCounted = (n: number): boolean => {
    try {
      placed(load, 'cheap', user(n, inSite(n)));
      return true;
    } catch {
      return false;
    }
  };
  expect(Array.from({ length: 40 }, (_, n) => isCounted(n)).filter(Boolean)).toHaveLength(20);
});

const WAITING: readonly Cost[] = ['upload', 'download', 'stream'];

it.each(WAITING)('%ss hold no slot while they last, and are limited by user, address and key', (cost) => {
  const load = limits({ requestsAtOnce: 1_000, feedListeners: 1_000 });
  const places: RequestPlace[] = [];
  /** @returns how many are taken, of 30 */
  const taken = (of: (n: number) => Owners): number => {
    for (let n = 0; n < 30; n++) {
      try {
        const place = placed(load, cost, of(n));
        place.sending();
        places.push(place);
      } catch {
        return n;
      }
      expect(load.underWay()).toBe(0);
    }
    return 30;
  };
  expect(taken(() => user(1))).toBe(2);
  expect(taken(() => user(2))).toBe(2);
  expect(taken(() => visitor('10.0.9.1'))).toBe(2);
  expect(taken(() => visitor('10.0.9.1', 7))).toBe(2);
  expect(taken((n) => user(100 + n, '10.0.9.2'))).toBe(20);
  expect(taken((n) => visitor(`10.1.0.${n}`, 8))).toBe(20);
  for (const place of places) place.leave();
  expect(taken(() => user(1))).toBe(2);
});

it.each(WAITING)('%ss of an IPv6 site are limited together', (cost) => {
  const load = limits({ requestsAtOnce: 1_000, feedListeners: 1_000 });
  const places = Array.from({ length: 20 }, (_, n) => {
    try {
      return placed(load, cost, visitor(inSite(n)));
    } catch {
      return undefined;
    }
  });
  expect(places.filter((place) => place !== undefined)).toHaveLength(4);
  for (const place of places) place?.leave();
  expect(() => placed(load, cost, visitor(inSite(99)))).not.toThrow();
});

it('expensive requests of an IPv6 site are limited together', async () => {
  const load = limits({ requestsAtOnce: 1_000 });
  const taken = await Promise.allSettled(
    Array.from({ length: 10 }, async (_, n) => placed(load, 'expensive', visitor(inSite(n))).takeTurn()),
  );
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
});

it('bodies that are not complete are limited by caller', async () => {
  const load = limits();
  const never = new Promise<never>(() => undefined);
  const read = async (id: number): Promise<unknown> =>
    Promise.race([placed(load, 'write', user(id)).whileReading(() => never), Promise.resolve('waits')]);
  expect([await read(1), await read(1), await read(2)]).toEqual(['waits', 'waits', 'waits']);
  await expect(read(1)).rejects.toMatchObject({ status: 429 });
});

it('no more streams than those of all callers, counted before anything is awaited', () => {
  const load = limits({ feedListeners: 3 });
  const places = [1, 2, 3].map((id) => placed(load, 'stream', user(id)));
  expect(() => placed(load, 'stream', user(4))).toThrow('Too many clients are listening to the feed.');
  places[0]?.leave();
  expect(() => placed(load, 'stream', user(4))).not.toThrow();
});

it('a body that is read holds no slot, and takes one when it is complete', async () => {
  const load = limits({ bodiesAtOnce: 100 });
  let arrive: () => void = () => undefined;
  const place = placed(load, 'write', user(1));
  const reading = place.whileReading(() => new Promise<string>((resolve) => (arrive = () => resolve('body'))));
  expect(load.underWay()).toBe(0);
  arrive();
  expect([await reading, load.underWay()]).toEqual(['body', 1]);
  place.leave();
  expect(load.underWay()).toBe(0);
});

it('counting costs the same for the hundred-thousandth request', async () => {
  const load = limits({ callerRate: { requests: 1_000_000, seconds: 60 } });
  const timeOf = async (requests: number): Promise<number> => {
    const work = processorTime();
    for (let n = 0; n < requests; n++) {
      const place = placed(load, 'expensive', user(1));
      await place.takeTurn();
      place.leave();
    }
    return work();
  };
  const first = await timeOf(10_000);
  // Quadratic time would be a hundred times as much.
  expect(await timeOf(90_000)).toBeLessThan(40 * first);
});
