// The only way to write rows that belong to no object: model, administration, accounts. Rows that belong to objects are
// written by the units of work of the objects (core/objects/changes/unit-of-work.ts).
import type { Clock } from '../clock.ts';
import type { RequestContext } from '../context.ts';
import type { ResourceName } from '../format/jsonapi/documents.ts';
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import type { ResourceRow, WriteScope } from './resource-type.ts';
import type { RowRules } from './row-operations.ts';

/** Parameters of the functions of resource-type.ts in a running transaction. */
export const writeScope = (
  { clock }: { clock: Clock },
  context: RequestContext,
  transaction: Transaction,
): WriteScope => ({ context, at: clock.now(), transaction });

/**
 * Runs work in a separate transaction, whose change rows and events are committed with it (D487, D488). It may run
 * several times, so it must have no effect outside of the transaction.
 * @throws errors of the work; Contention after 15 seconds of conflicts with other changes of the same rows
 */
export const writeRows = <T>(
  { store, clock }: { store: Pick<Store, 'transaction'>; clock: Clock },
  context: RequestContext,
  work: (scope: WriteScope) => Promise<T>,
): Promise<T> => store.transaction((transaction) => work(writeScope({ clock }, context, transaction)));

/** How operations write rows without further steps (row-operations.ts). */
export const ownTransaction = (dependencies: {
  store: Pick<Store, 'transaction' | 'sequences'>;
  clock: Clock;
}): Pick<RowRules<ResourceRow, ResourceName>, 'transact' | 'nextId'> => ({
  transact: (context, work) => writeRows(dependencies, context, work),
  nextId: dependencies.store.sequences.next,
});
