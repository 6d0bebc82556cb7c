// `Server-Timing`: the duration of a response, fields that its list read without an index (D462), and whether it was kept. The log names
// such a field once an hour, with advice.
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
export interface ServerTiming {
  noteUnindexed(field: UnindexedField): void;
  /** How the kept responses have answered: undefined when they did not. */
  noteCache(outcome: 'hit' | 'validated' | 'miss' | undefined): void;
  /** Milliseconds until now. */
  elapsed(): number;
  /** The filter or sort without an index, as the header names it. */
  unindexed(): readonly string[];
  /** Value of the header, now. */
  header(): string;
}

/** For one service: the fields that were logged recently. @param now monotonic, milliseconds */
export function createServerTiming(
  log: Pick<Logger, 'info'>,
  now: () => number = () => performance.now(),
): () => ServerTiming {
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
      noteCache(outcome) {
        cache = outcome;
      },
      noteUnindexed(note) {
        const what = describe(note);
        if (named.size < MAX_NAMED) named.add(what);
        logOnce(note, what);
      },
      elapsed: () => now() - started,
      unindexed: () => [...named],
      header() {
        const total = `total;dur=${(now() - started).toFixed(1)}`;
        const unindexed = [...named].map((what) => `no-index;desc=${quoted(what)}`);
        return [total, ...unindexed, ...(cache === undefined ? [] : [`cache;desc=${quoted(cache)}`])].join(', ');
      },
    };
  };
}
