// Configuration entries of the service, written below HTTP and effective immediately.
import type { TestService } from '../service.ts';

/** A global entry instead of an earlier one; null removes it. */
export const configure = (
  { service, clock }: Pick<TestService, 'service' | 'clock'>,
  name: string,
  content: string | null,
): Promise<void> =>
  service.services.access.change(async (transaction) => {
    const { config } = service.services.store;
    await config.deleteMany({ name }, { session: transaction });
    const at = clock.now();
    const row = { _id: name, name, context: 'core', application_id: null, revision: 1, created: at, modified: at };
    if (content !== null) await config.insertOne({ ...row, content }, { session: transaction });
  });
