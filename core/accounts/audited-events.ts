// Events of accounts without a change row, for the audit trail (D691). A change of other rows adds its event in its own
// transaction (`storeAuditEvent`). A read waits for the row of its event before the response (`record`).
import type { Audit, AuditEvent, AuditFacts } from '../audit.ts';
import { ApiError } from '../errors.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import { appendToAudit, type AuditCollections, type AuditEntry } from '../store/history/audit-trail.ts';
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';

const MOST_REMEMBERED = 10_000;
/** The same read by the same caller is recorded once in that time. */
const SAME_READ_MS = 60_000;

interface Parts {
  store: Store;
  clock: Clock;
  log: Logger;
}

const entryOf = (event: AuditEvent, facts: AuditFacts, at: Date): AuditEntry => {
  const { user_id = null, application_id = null, address, request_id = null, operation, params = {}, users } = facts;
  const details = { ...(operation !== undefined && { operation }), ...params, ...(users && { users }) };
  const [only] = users ?? [];
  const subject = params['user_id'] ?? (users?.length === 1 ? String(only) : null);
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
    after: Object.keys(details).length > 0 ? JSON.stringify(details) : null,
  };
};

/** Adds an event to the trail in the transaction of the change itself. Its line in the log follows the commit. */
export const storeAuditEvent = (
  collections: AuditCollections,
  [event, facts, at]: [event: AuditEvent, facts: AuditFacts, at: Date],
  transaction: Transaction,
): Promise<void> => appendToAudit(collections, [entryOf(event, facts, at)], transaction);

/** @param audit the lines of the log, which have all events */
export function createAuditedEvents(audit: Audit, { store, clock, log }: Parts) {
  let waiting: AuditEntry[] = [];
  const reads = new Map<string, number>();
  /** The last of the transactions, which run one after the other: all of them change the end of the chain. */
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const entries = waiting;
    waiting = [];
    if (entries.length === 0) return;
    await store.transaction((transaction) => appendToAudit(store, entries, transaction));
  }

  /** Events that arrive during a transaction are added together by the next one. */
  function add(entry: AuditEntry): Promise<void> {
    waiting.push(entry);
    const before = writing.catch(() => undefined);
    return (writing = waiting.length === 1 ? before.then(write) : writing);
  }

  return {
    /** Stores an event before the response. @throws ApiError service_unavailable when the trail cannot be written */
    async record(event: AuditEvent, facts: AuditFacts): Promise<void> {
      const now = clock.now();
      const { user_id, operation, params, users } = facts;
      const keys = (users ?? [null]).map((user) => JSON.stringify([user_id, operation, params, user]));
      if (keys.every((key) => now.getTime() - (reads.get(key) ?? -Infinity) < SAME_READ_MS)) return;
      try {
        await add(entryOf(event, facts, now));
      } catch (error) {
        log.error({ error }, 'the audit trail could not be written');
        const detail = 'Reads of personal data are recorded, which is not possible now; try again later.';
        throw new ApiError('service_unavailable', detail, { 'Retry-After': '1' });
      }
      if (reads.size + keys.length > MOST_REMEMBERED) reads.clear();
      for (const key of keys) reads.set(key, now.getTime());
      audit(event, facts);
    },
    /** Waits for pending events. */
    close: () => writing.catch(() => undefined),
  };
}
