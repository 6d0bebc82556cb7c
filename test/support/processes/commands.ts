// Commands that a service sends to the database, and the counts of tests.
import { BACKGROUND_COMMENT } from '../../../core/store/recorded/event-rows.ts';

interface Started {
  commandName: string;
  command: unknown;
}

/**
 * The name of a command and its collection, `find objects`; undefined for continuous background commands: the streams
 * by which the process follows the model and the permissions, the search for transactions of dead processes (an
 * aggregation of the database), the numbering of events and the search for publication dates.
 */
export function commandOf({ commandName, command }: Started): string | undefined {
  const members = command as Record<string, unknown>;
  const collection = String(commandName === 'getMore' ? members['collection'] : members[commandName]);
  const isBackground = collection === 'state' || collection === '1' || members['comment'] === BACKGROUND_COMMENT;
  return isBackground ? undefined : `${commandName} ${collection}`;
}

export interface SentCommand {
  /** `find objects` */
  name: string;
  transaction: string | undefined;
  /** Of a read by a list of keys, such as one that concurrent requests share (core/store/transactions/batched-find.ts). */
  isByKeys: boolean;
}

/** The session and the number of a command's transaction. */
export function transactionOf({ command }: Started): string | undefined {
  const { autocommit, lsid, txnNumber } = command as { autocommit?: boolean; lsid?: unknown; txnNumber?: unknown };
  return autocommit === false ? JSON.stringify([lsid, String(txnNumber)]) : undefined;
}

/** Undefined for continuous background commands. */
export function sentCommandOf(started: Started): SentCommand | undefined {
  const name = commandOf(started);
  if (name === undefined) return undefined;
  const { filter = {} } = started.command as { filter?: Record<string, unknown> };
  const isByKeys = Object.values(filter).some((value) => value instanceof Object && '$in' in value);
  return { name, transaction: transactionOf(started), isByKeys };
}
