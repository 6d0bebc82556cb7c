// Publishes committed changes of objects as events (D318), whose listeners cannot change the write. Before the commit it calls
// listeners that can refuse the write (D348).
import type { Events, ObjectEvent } from '../../events/events.ts';
import type { ModelService } from '../../model/model-service.ts';
import type { Logger } from '../../log.ts';
import type { CommittedChange } from '../../store/recorded/committed-changes.ts';
import { EVENT_OF_ACTION } from '../../store/recorded/event-rows.ts';
import { changedAttributes } from '../changes/change-values.ts';
import type { ObjectWrite } from '../changes/unit-of-work.ts';
import { noteOf } from './write-batch.ts';

const eventOf = ({ id, type, action, changed, user_id, at }: CommittedChange): ObjectEvent => ({
  object_id: id,
  object_type: type,
  event: EVENT_OF_ACTION[action],
  changed,
  user_id,
  at,
});

/** Called by the store after the commit of a transaction. */
export const objectEventPublisher =
  (events: Events, log: Logger) =>
  (notes: readonly CommittedChange[]): void => {
    for (const note of notes) {
      events
        .emit('object', eventOf(note))
        .catch((error: unknown) => log.error({ err: error }, 'an event was not delivered'));
    }
  };

/** Called with each write before its commit; an error refuses the write. */
export const objectProposer =
  (events: Events, modelService: Pick<ModelService, 'current'>) =>
  async (write: ObjectWrite): Promise<void> => {
    const type = events.hears('proposal') ? modelService.current().types.get(write.type) : undefined;
    // Otherwise the write itself would fail.
    if (!type) return;
    await events.emit('proposal', {
      ...eventOf(noteOf(write)),
      attributes: changedAttributes(type, write.document, null),
    });
  };
