// Commands that a service sends to the database, as tests count them.
import { BACKGROUND_COMMENT } from '../../core/store/event-rows.ts';

interface Started {
  commandName: string;
  command: unknown;
}

/**
 * The name of a command and its collection, `find objects`; undefined for what goes on all the time: the streams by which the
 * process follows the model and the permissions, the look for transactions of dead processes (an aggregation of the database),
 * the numbering of events and the look for publication dates.
 */
export function commandOf({ commandName, command }: Started): string | undefined {
  const members = command as Record<string, unknown>;
  const collection = String(commandName === 'getMore' ? members['collection'] : members[commandName]);
  const isBackground = collection === 'state' || collection === '1' || members['comment'] === BACKGROUND_COMMENT;
  return isBackground ? undefined : `${commandName} ${collection}`;
}
