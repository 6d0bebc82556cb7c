// The state of what some reads depend on, as a text: while it is the same, they give the same (D910).
import type { Clock } from '../../clock.ts';
import { ALWAYS_TO } from '../rows/object-rows.ts';
import type { Store } from '../store.ts';
import { createVersionReader, EVERYTHING, versionTypeOf } from './versions.ts';

const OBJECTS = versionTypeOf('objects');

/** The rules and the process, by their versions; undefined while nothing is kept. */
export type Epoch = () => string | undefined;

export interface State {
  /** Equal texts for an equal state of these collections; undefined when it was not read for all of them. */
  textOf(names: ReadonlySet<string>): string | undefined;
  /** The first moment after this one at which a publication date shows or hides an object. */
  until: Date;
}

export type Freshness = ReturnType<typeof createFreshness>;

/** An object is shown at its first date, and hidden after its last one. The conditions are within those of the partial indexes of the dates. */
async function readNextDate({ objects }: Pick<Store, 'objects'>, now: Date): Promise<Date> {
  const [[shown], [hidden]] = await Promise.all([
    objects
      .find({ visible_from: { $gt: now } }, { projection: { _id: 0, visible_from: 1 } })
      .sort({ visible_from: 1 })
      .limit(1)
      .toArray(),
    objects
      .find({ visible_to: { $gte: now, $lt: ALWAYS_TO } }, { projection: { _id: 0, visible_to: 1 } })
      .sort({ visible_to: 1 })
      .limit(1)
      .toArray(),
  ]);
  const dates = [shown?.visible_from.getTime(), hidden && hidden.visible_to.getTime() + 1];
  return new Date(Math.min(ALWAYS_TO.getTime(), ...dates.filter((date) => date !== undefined)));
}

export function createFreshness(store: Pick<Store, 'objects' | 'objectCounts'>, clock: Clock) {
  const readVersions = createVersionReader(store.objectCounts);
  /** The next date, and the version of all objects for which it was read. */
  let known: { version: number; from: Date; until: Date } | undefined;

  /** Changes with the objects only, so it is read again when their version or the time has passed. */
  async function nextDate(version: number): Promise<Date> {
    const now = clock.now();
    if (known?.version === version && known.from <= now && now < known.until) return known.until;
    const until = await readNextDate(store, now);
    known = { version, from: now, until };
    return until;
  }

  return {
    /** By the clock of all visibility. */
    now: () => clock.now(),
    /** @param names of collections with a version */
    async stateOf(names: ReadonlySet<string> | 'all'): Promise<State> {
      const versions = await readVersions(
        names === 'all' ? names : new Set([EVERYTHING, OBJECTS, ...[...names].map(versionTypeOf)]),
      );
      const until = await nextDate(versions.get(OBJECTS) ?? 0);
      return {
        until,
        textOf(wanted) {
          if (names !== 'all' && names !== wanted && [...wanted].some((each) => !names.has(each))) return undefined;
          const types = [EVERYTHING, ...[...wanted].map(versionTypeOf).sort()];
          return `${types.map((type) => `${type} ${versions.get(type) ?? 0}`).join()} ${until.getTime()}`;
        },
      };
    },
  };
}
