// A stage of the demo: items of one kind, each of which is created, changed or kept. So the demo can run again, and
// continue after an interruption: it stores no state, and compares with the content of the service.
import { isDeepStrictEqual } from 'node:util';
import { RefusedError, DemoError } from './demo-error.ts';

export interface Found {
  id: string;
  attributes: Readonly<Record<string, unknown>>;
}

export interface Stage<Attributes extends object = object> {
  /** The kind of the items, in plural. */
  name: string;
  /** Number of items. */
  size: number;
  /** Requests at a time. Changes of the model wait for one another in the service, so those stages have 1. */
  inFlight: number;
  /** Reads the existing items; called when the earlier stages have ended. */
  open(): Promise<Work<Attributes>>;
}

export interface Work<Attributes extends object> {
  /** Each item as it is to be. */
  wanted: readonly Attributes[];
  /** The item in words, for messages. */
  nameOf(item: Attributes): string;
  /** The item as the service has it. */
  find(item: Attributes): Found | undefined;
  create(item: Attributes): Promise<unknown>;
  /** @param changes the attributes that differ, no others */
  update(id: string, changes: Partial<Attributes>): Promise<unknown>;
}

export interface Counts {
  made: number;
  changed: number;
  unchanged: number;
}

export interface StageResult {
  name: string;
  counts: Counts;
}

export function totalOf(results: readonly StageResult[]): Counts {
  const sum = (key: keyof Counts) => results.reduce((count, { counts }) => count + counts[key], 0);
  return { made: sum('made'), changed: sum('changed'), unchanged: sum('unchanged') };
}

/** @throws DemoError that names the item which the service refused; running items are finished first */
export async function runStage<Attributes extends object>(
  stage: Stage<Attributes>,
  onItem: () => void,
): Promise<StageResult> {
  const work = await stage.open();
  const counts: Counts = { made: 0, changed: 0, unchanged: 0 };
  await forEach(work.wanted, stage.inFlight, async (item) => {
    try {
      counts[await bringAbout(work, item)]++;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      throw new DemoError(`the service refused ${work.nameOf(item)} of ${stage.name}: ${error.message}`);
    }
    onItem();
  });
  return { name: stage.name, counts };
}

async function bringAbout<Attributes extends object>(
  { find, create, update }: Work<Attributes>,
  item: Attributes,
): Promise<keyof Counts> {
  const found = find(item);
  if (!found) {
    await create(item);
    return 'made';
  }
  const changes = differences(item, found.attributes);
  if (Object.keys(changes).length === 0) return 'unchanged';
  await update(found.id, changes);
  return 'changed';
}

/** Attributes that are to be otherwise than they are; those that are not wanted at all do not count. */
function differences<Attributes extends object>(wanted: Attributes, found: Found['attributes']): Partial<Attributes> {
  const differing = Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(value, found[name] ?? null));
  return Object.fromEntries(differing) as Partial<Attributes>;
}

/** Runs `work` for all items in order, at most `inFlight` at a time; after an error no other item is begun. */
async function forEach<Item>(
  items: readonly Item[],
  inFlight: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  let failed: { error: unknown } | undefined;
  const takeTurns = async (): Promise<void> => {
    for (const item of queue) {
      await work(item).catch((error: unknown) => (failed ??= { error }));
      if (failed) return;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, takeTurns));
  if (failed) throw failed.error;
}
