// Shared parts of the writes of access rules: applications, endpoints, permissions and configuration are changed in one
// transaction each, and are in force when the response is sent (D18, D19, D53).
import type { AccessService } from '../access/access-service.ts';
import type { Clock } from '../clock.ts';
import type { RequestContext } from '../context.ts';
import type { ResourceName } from '../format/jsonapi/documents.ts';
import type { ResourceRow, WriteScope } from '../resources/resource-type.ts';
import type { RowRules } from '../resources/row-operations.ts';
import { writeScope } from '../resources/write-rows.ts';
import type { Store } from '../store/store.ts';

export interface RuleDependencies {
  store: Store;
  access: Pick<AccessService, 'change'>;
  clock: Clock;
}

/** `work` may run several times: it must have no effect outside of the transaction of its scope. */
export const changeRules = <T>(
  dependencies: RuleDependencies,
  context: RequestContext,
  work: (scope: WriteScope) => Promise<T>,
): Promise<T> => dependencies.access.change((transaction) => work(writeScope(dependencies, context, transaction)));

/** How operations on the rows of the rules write (core/resources/row-operations.ts). */
export const accessRules = (
  dependencies: RuleDependencies,
): Pick<RowRules<ResourceRow, ResourceName>, 'transact' | 'nextId'> => ({
  transact: (context, work) => changeRules(dependencies, context, work),
  nextId: dependencies.store.sequences.next,
});

/** First revision and dates of a new row. */
export const newRow = ({ clock }: Pick<RuleDependencies, 'clock'>): { revision: 1; created: Date; modified: Date } => {
  const now = clock.now();
  return { revision: 1, created: now, modified: now };
};
