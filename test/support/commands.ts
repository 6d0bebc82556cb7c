// Commands that a service sends to the database, and the counts of tests.
import { BACKGROUND_COMMENT } from '../../core/store/event-rows.ts';

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
