// The findings of verify in the database of a test (core/verify).
import { verifyDatabase, type BrokenInvariant } from '../../../core/verify/verify-database.ts';
import type { VerifiedDatabase } from '../../../core/verify/check.ts';
import type { TestService } from '../service.ts';

export const verifiedDatabase = ({ service, clock }: Pick<TestService, 'service' | 'clock'>): VerifiedDatabase => ({
  store: service.services.store,
  storage: service.services.files.fileStore.storage,
  clock,
});

/** All findings, as texts. */
export async function faultsIn(database: VerifiedDatabase, repair = false): Promise<BrokenInvariant[]> {
  const faults: BrokenInvariant[] = [];
  await verifyDatabase(database, { repair, quick: false, onFault: (fault) => faults.push(fault) });
  return faults;
}

/** The same, one line each. */
export const faultLines = async (test: Pick<TestService, 'service' | 'clock'>): Promise<string[]> =>
  (await faultsIn(verifiedDatabase(test))).map(({ invariant, detail }) => `${invariant}: ${detail}`);
