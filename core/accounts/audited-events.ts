// Events of accounts that change no row of their own, for the audit trail: they wait a moment and are added together (D691).
import type { Audit, AuditEvent, AuditFacts } from '../audit.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import { appendToAudit, type AuditEntry } from '../store/audit-trail.ts';
import type { Store } from '../store/store.ts';

/** The others are in the log, or in the trail as changes. Failed sign-ins would let strangers fill it. */
const KEPT: ReadonlySet<AuditEvent> = new Set([
  'personal_data_read',
  'sessions_ended',
  'second_factor_removed',
  'refresh_token_reused',
]);

const WAIT_MS = 200;
const MOST_WAITING = 10_000;
/** The same read of the same caller is told once in that time. */
const SAME_READ_MS = 60_000;

export interface AuditedEvents {
  audit: Audit;
  /** Adds what waits. */
  close(): Promise<void>;
}

interface Parts {
  store: Store;
  clock: Clock;
  log: Logger;
}

const entryOf = (event: AuditEvent, facts: AuditFacts, at: Date): AuditEntry => {
  const { user_id = null, application_id = null, address, request_id = null, operation, params = {} } = facts;
  const told = { ...(operation !== undefined && { operation }), ...params };
  const subject = params['user_id'] ?? null;
  return {
    at,
    event,
    resource_type: subject === null ? null : 'users',
    resource_id: subject,
    user_id,
    application_id,
    address,
    request_id,
    before: null,
    after: Object.keys(told).length > 0 ? JSON.stringify(told) : null,
  };
};

/** @param audit the lines of the log, which have all events */
export function createAuditedEvents(audit: Audit, { store, clock, log }: Parts): AuditedEvents {
  const waiting: AuditEntry[] = [];
  const reads = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const entries = waiting.splice(0);
    if (entries.length === 0) return;
    try {
      await store.transaction((transaction) => appendToAudit(store, entries, transaction));
    } catch (error) {
      log.error({ error, entries: entries.length }, 'the audit trail could not be written');
      waiting.unshift(...entries.slice(0, MOST_WAITING - waiting.length));
    }
  }
  const flush = (): Promise<void> => (writing = writing.then(write));

  function isRepeated(event: AuditEvent, { user_id, operation, params }: AuditFacts, now: number): boolean {
    if (event !== 'personal_data_read') return false;
    const key = JSON.stringify([user_id, operation, params]);
    if (now - (reads.get(key) ?? -Infinity) < SAME_READ_MS) return true;
    if (reads.size >= MOST_WAITING) reads.clear();
    reads.set(key, now);
    return false;
  }

  return {
    audit(event, facts) {
      const now = clock.now();
      if (KEPT.has(event) && isRepeated(event, facts, now.getTime())) return;
      audit(event, facts);
      if (!KEPT.has(event) || waiting.length >= MOST_WAITING) return;
      waiting.push(entryOf(event, facts, now));
      timer ??= setTimeout(() => {
        timer = undefined;
        void flush();
      }, WAIT_MS);
    },
    async close() {
      clearTimeout(timer);
      await flush();
    },
  };
}
