// The same work for several objects, each in a separate transaction (D55): one failure does not stop the others.
import { ApiError, type Fault } from '../../errors.ts';

/** Concurrent ones are committed together (core/objects/writing/object-writer.ts). */
const AT_ONCE = 50;

export type Outcome<Item, Result> = { item: Item } & ({ result: Result } | { error: ApiError });

async function attempt<Item, Result>(
  item: Item,
  work: (item: Item) => Promise<Result>,
): Promise<Outcome<Item, Result>> {
  try {
    return { item, result: await work(item) };
  } catch (error) {
    // Other errors concern the whole request.
    if (error instanceof ApiError) return { item, error };
    throw error;
  }
}

/** In the order of the items. */
export async function outcomes<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Outcome<Item, Result>[]> {
  const all: Outcome<Item, Result>[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const settled = await Promise.allSettled(items.slice(start, start + AT_ONCE).map((item) => attempt(item, work)));
    for (const each of settled) {
      if (each.status === 'rejected') throw each.reason;
      all.push(each.value);
    }
  }
  return all;
}

/**
 * Runs work for each object; missing ones, also those deleted since, are omitted.
 * @throws ApiError the first one, with a fault for each refused object; the others are done
 */
export async function forEachId(ids: readonly number[], work: (id: string) => Promise<void>): Promise<void> {
  const failed = (await outcomes(ids, (id) => work(String(id)))).flatMap((outcome) =>
    'error' in outcome && outcome.error.code !== 'not_found' ? [outcome] : [],
  );
  const [first] = failed;
  if (!first) return;
  const faults = failed.map(({ item, error }): Fault => ({
    detail: `${item}: ${error.message}`,
    source: { parameter: 'ids' },
    ...(error.face.code !== first.error.face.code && { face: error.face }),
  }));
  throw first.error.withFaults(faults);
}
