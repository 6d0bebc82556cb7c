// Tells others what was written of objects (D318). Nobody waits for them, and nothing that they do changes what was written.
import type { Events, ObjectEvent } from '../events/events.ts';
import type { Logger } from '../log.ts';
import type { ChangeAction } from '../store/changes.ts';
import type { ObjectNote } from '../store/object-notes.ts';

const EVENTS: Readonly<Record<ChangeAction, ObjectEvent['event']>> = {
  create: 'created',
  update: 'updated',
  trash: 'deleted',
  restore: 'restored',
  remove: 'removed',
};

const eventOf = ({ id, type, action, changed, user_id, at }: ObjectNote): ObjectEvent => ({
  object_id: id,
  object_type: type,
  event: EVENTS[action],
  changed,
  user_id,
  at,
});

/** What the store calls once a transaction is committed. */
export const objectTeller =
  (events: Events, log: Logger) =>
  (notes: readonly ObjectNote[]): void => {
    for (const note of notes) {
      events.emit('object', eventOf(note)).catch((error: unknown) => log.error({ err: error }, 'event not told'));
    }
  };
