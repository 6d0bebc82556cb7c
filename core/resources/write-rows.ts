// The one way in which rows are written that belong to no object: the model's own parts, administration, accounts. Rows that
// belong to objects go with the units of work of these (core/objects/unit-of-work.ts).
import type { Clock } from '../clock.ts';
import type { RequestContext } from '../context.ts';
import type { ResourceName } from '../format/jsonapi/documents.ts';
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import type { ResourceRow, WriteScope } from './resource-type.ts';
import type { RowRules } from './row-operations.ts';

/** What the functions of resource-type.ts need in a transaction that is under way. */
export const writeScope = (
  { clock }: { clock: Clock },
  context: RequestContext,
  transaction: Transaction,
): WriteScope => ({ context, at: clock.now(), transaction });

/**
 * Runs work in one transaction of its own, whose change rows and events come with the commit (D487, D488). It may run several
 * times: it takes its effect through the transaction only.
 * @throws what the work throws; Contention when others change the same rows for 15 seconds
 */
export const writeRows = <T>(
  { store, clock }: { store: Pick<Store, 'transaction'>; clock: Clock },
  context: RequestContext,
  work: (scope: WriteScope) => Promise<T>,
): Promise<T> => store.transaction((transaction) => work(writeScope({ clock }, context, transaction)));

/** How operations write rows that nothing else is kept in line with (row-operations.ts). */
export const ownTransaction = (dependencies: {
  store: Pick<Store, 'transaction' | 'sequences'>;
  clock: Clock;
}): Pick<RowRules<ResourceRow, ResourceName>, 'transact' | 'nextId'> => ({
  transact: (context, work) => writeRows(dependencies, context, work),
  nextId: dependencies.store.sequences.next,
});
