// The model files of `MODEL`, applied at the start, by one process at a time (D963). What would lose data is left, and named in the log.
import { applyModel } from '../../core/model-as-code/apply-model.ts';
import type { Logger } from '../../core/log.ts';
import { withLease } from '../../core/store/lease.ts';
import type { Service } from '../../core/service/open-service.ts';
import { readModelFiles, type ModelFiles } from './model-files.ts';
import { lineOf } from './change-lines.ts';

/**
 * Reads the files before anything is started. @returns applies them to the service
 * @throws ModelFault with the places of all faults, which ends the start
 */
export function modelAtStart(folder: string): (service: Service, log: Logger) => Promise<void> {
  const files = readModelFiles(folder);
  return (service, log) => applyFiles(files, service, log);
}

async function applyFiles(files: ModelFiles, service: Service, log: Logger): Promise<void> {
  const { folder } = files;
  const { done, left } = await withLease(service.services.store, 'model files', () =>
    applyModel(service.model, files, { allowLoss: false }),
  );
  if (done.length > 0) log.info({ folder, changes: done.map(lineOf) }, 'model: the files were applied');
  if (left.length > 0) log.warn({ folder, changes: left.map(lineOf) }, 'model: changes that would lose data were left');
}
