// `Server-Timing`: the duration of a response, and fields that its list read without an index, logged too (D462).
import type { UnindexedField } from '../../context.ts';
import type { Logger } from '../../log.ts';

const HOUR_MS = 3_600_000;
/** Maximum of fields in one header. */
const MAX_NAMED = 8;

/** A quoted string of RFC 9110: names of types and fields need no escapes. */
const quoted = (text: string): string => `"${text.replaceAll(/[^\x20-\x7e]|["\\]/g, '?')}"`;

function describe({ type, field, property, building }: UnindexedField): string {
  if (building) return `property ${field} of ${type}: its index is being made`;
  return property === undefined ? `${field} of ${type}` : `property ${field} of ${type}: set indexed`;
}

/** The header of one response. */
export type ServerTiming = ReturnType<ReturnType<typeof createServerTiming>>;

/** For one service: the fields that were logged recently. @param now monotonic, milliseconds */
export function createServerTiming(log: Pick<Logger, 'info'>, now: () => number = () => performance.now()) {
  const logged = new Map<string, number>();

  function logOnce(note: UnindexedField, what: string): void {
    const at = logged.get(what);
    if (note.building || (at !== undefined && now() - at < HOUR_MS)) return;
    logged.set(what, now());
    const { type, field, property } = note;
    const advice =
      property === undefined
        ? 'narrow such lists by other filters'
        : `PATCH /model/properties/${property} with indexed: true`;
    log.info(
      { type, field, advice },
      'a list reads all objects of a type: it filters or sorts by a field without an index',
    );
  }

  return () => {
    const started = now();
    const named = new Set<string>();
    let cache: string | undefined;
    return {
      /** How the kept responses have answered: undefined when they did not. */
      noteCache(outcome: 'hit' | 'validated' | 'miss' | undefined): void {
        cache = outcome;
      },
      noteUnindexed(note: UnindexedField): void {
        const what = describe(note);
        if (named.size < MAX_NAMED) named.add(what);
        logOnce(note, what);
      },
      /** Milliseconds until now. */
      elapsed: () => now() - started,
      /** The filters and sorts without an index, as the header names them. */
      unindexed: () => [...named],
      /** Value of the header, now. */
      header(): string {
        const total = `total;dur=${(now() - started).toFixed(1)}`;
        const unindexed = [...named].map((what) => `no-index;desc=${quoted(what)}`);
        return [total, ...unindexed, ...(cache === undefined ? [] : [`cache;desc=${quoted(cache)}`])].join(', ');
      },
    };
  };
}
