// Tells others what was written of objects (D318). Nobody waits for them, and nothing that they do changes what was written.
import type { Events, ObjectEvent } from '../events/events.ts';
import type { Logger } from '../log.ts';
import type { ChangeAction } from '../store/changes.ts';
import type { ObjectWrite } from './object-writer.ts';

const EVENTS: Readonly<Record<ChangeAction, ObjectEvent['event']>> = {
  create: 'created',
  update: 'updated',
  trash: 'deleted',
  restore: 'restored',
  remove: 'removed',
};

const eventOf = ({ id, type, change }: ObjectWrite): ObjectEvent => ({
  object_id: id,
  object_type: type,
  event: EVENTS[change.user_action],
  changed: Object.keys(change.changed),
  user_id: change.user_id,
  at: change.created,
});

/** What the writer of objects calls once it has committed. */
export const objectTeller =
  (events: Events, log: Logger) =>
  (writes: readonly ObjectWrite[]): void => {
    for (const write of writes) {
      events.emit('object', eventOf(write)).catch((error: unknown) => log.error({ err: error }, 'event not told'));
    }
  };
