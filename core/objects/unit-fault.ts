import { isDatabaseError } from '../store/transaction.ts';
import type { CollectedWork } from './unit-of-work.ts';

/** A unit of work that cannot be committed, for a reason (`cause`) that concerns no other unit of its batch. */
export class UnitFault extends Error {
  readonly unit: CollectedWork;

  constructor(unit: CollectedWork, cause: unknown) {
    super('a unit of work cannot be committed', { cause });
    this.unit = unit;
  }
}

/** Runs what belongs to one unit: its faults, unlike those of the database, end that unit only. @throws UnitFault */
export async function asUnit<T>(unit: CollectedWork, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isDatabaseError(error) || error instanceof UnitFault ? error : new UnitFault(unit, error);
  }
}
