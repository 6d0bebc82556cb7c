// Tells others what was written of objects (D318): nobody waits for them, and nothing that they do changes what was written.
// And asks them before it is (D348).
import type { Events, ObjectEvent } from '../events/events.ts';
import type { ModelService } from '../model/model-service.ts';
import type { Logger } from '../log.ts';
import type { ChangeAction } from '../store/changes.ts';
import type { ObjectNote } from '../store/object-notes.ts';
import { changedAttributes } from './change-values.ts';
import { noteOf, type ObjectWrite, type ObjectWriter } from './object-writer.ts';

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

/** A writer that asks before it writes; whoever throws refuses the write. */
export function askingWriter(
  writer: ObjectWriter,
  events: Events,
  modelService: Pick<ModelService, 'current'>,
): ObjectWriter {
  // One that is only tried again is the same as before.
  const asked = new WeakSet<ObjectWrite>();
  const writeAll: ObjectWriter['writeAll'] = async (writes) => {
    for (const write of events.hears('proposal') ? writes : []) {
      const type = modelService.current().types.get(write.type);
      // Without one the write itself fails.
      if (!type || asked.has(write)) continue;
      const attributes = changedAttributes(type, write.document, null);
      await events.emit('proposal', { ...eventOf(noteOf(write)), attributes });
      asked.add(write);
    }
    await writer.writeAll(writes);
  };
  return { ...writer, write: (write) => writeAll([write]), writeAll };
}
