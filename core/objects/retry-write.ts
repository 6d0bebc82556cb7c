import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../errors.ts';
import type { ObjectServices } from './object-services.ts';
import { RevisionConflict, SchemaConflict } from './object-writer.ts';

const DEADLINE_MS = 15_000;
const MAX_WAIT_MS = 200;

/**
 * Runs a write again when the model or the object changed under it, so that the last write wins (D60). Writes of this
 * process that meet on one object take turns; those of other processes are met with a growing wait.
 * @throws ApiError `service_unavailable` when it does not succeed in time
 */
export async function retryWrite<T>(services: ObjectServices, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + DEADLINE_MS;
  let run = work;
  for (let wait = 1; ; wait = Math.min(2 * wait, MAX_WAIT_MS)) {
    try {
      return await run();
    } catch (error) {
      if (error instanceof SchemaConflict) await services.modelService.refresh();
      else if (error instanceof RevisionConflict) run = () => services.writer.inTurn(error.objectId, work);
      else throw error;
      if (performance.now() > deadline) {
        throw new ApiError('service_unavailable', 'The object is changed too often; try again.', {
          'Retry-After': '1',
        });
      }
      if (wait > 1) await sleep(Math.random() * wait);
    }
  }
}
