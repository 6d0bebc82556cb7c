// The order of events (D655, D658): those of one subject come one after the other, and after a failure the later ones wait
// with it. Webhooks, their retries and listeners of extensions work so.
import pLimit from 'p-limit';

interface Order<Item> {
  subjectOf(item: Item): string;
  /** Subjects that wait; those of failures are added. */
  held: Set<string>;
  /** Number of subjects; 1: all items one after the other. */
  atOnce: number;
  /** @param isHeld its subject waits @returns whether it waits now */
  work(item: Item, isHeld: boolean): Promise<boolean>;
}

/** @throws the error of the first work that has failed, when all others have ended */
export async function workInOrder<Item>(
  items: readonly Item[],
  { subjectOf, held, atOnce, work }: Order<Item>,
): Promise<void> {
  const turn = pLimit(atOnce);
  const chains = new Map<string, Promise<void>>();
  for (const item of items) {
    const subject = subjectOf(item);
    const chain = atOnce === 1 ? '' : subject;
    const one = async (): Promise<void> => {
      if (await work(item, held.has(subject))) held.add(subject);
    };
    chains.set(
      chain,
      (chains.get(chain) ?? Promise.resolve()).then(() => turn(one)),
    );
  }
  const failed = (await Promise.allSettled(chains.values())).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Some events at a time, in their order. */
export function* groupsOf<Item>(items: readonly Item[], size: number): Generator<[Item, ...Item[]]> {
  // cast: not empty: it begins before the end
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size) as [Item, ...Item[]];
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Milliseconds from one attempt at a failed event to the next; the last for all further ones. */
export const RETRY_WAITS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE] as const;
