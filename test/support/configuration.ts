// Configuration entries of the service, written below HTTP and in force at once.
import type { TestService } from './service.ts';

/** A global entry in place of an earlier one; null takes it away. */
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
