// Shared parts of the changes of an account that its own user makes, at the service or by a mail.
import { USERS } from '../access/access-rules.ts';
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { WriteRule } from '../objects/changes/object-changes.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { requireType, type ObjectServices } from '../objects/object-services.ts';
import type { AccountDocument, ObjectDocument } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { userCaller } from './credentials/bearer.ts';

/** The request as one of a user, such as the holder of a mail; If-Match does not apply. */
export const asUserOf = (context: RequestContext, userId: number, account: AccountDocument): RequestContext => ({
  ...context,
  precondition: undefined,
  caller: userCaller(userId, account, context.caller.applicationId),
});

/** The user as it is now. @throws the error of `gone` for a user who does not exist or is closed */
export async function userRecord(
  objects: ObjectServices,
  userId: number,
  gone: () => Error,
  isClosed: (user: ObjectDocument) => boolean = () => false,
): Promise<ObjectRecord> {
  const document = await objects.store.findDocument(USERS, userId);
  if (!document || isClosed(document)) throw gone();
  return { type: requireType(objects, USERS), document };
}

type Step = (transaction: Transaction) => Promise<unknown>;

interface More {
  /** Members of the change row. */
  changed?: Record<string, unknown>;
  /** In the transaction, before and after what the rule does there. */
  first?: Step;
  last?: Step;
}

/** A rule with more steps. @param more runs after the rule */
export const withSteps =
  (rule: WriteRule, more: (write: Parameters<WriteRule>[0]) => More | Promise<More>): WriteRule =>
  async (write) => {
    const addition = await rule(write);
    const { changed, first, last } = await more(write);
    return {
      ...addition,
      ...(changed && { changed: { ...addition.changed, ...changed } }),
      inTransaction: async (transaction) => {
        await first?.(transaction);
        await addition.inTransaction?.(transaction);
        await last?.(transaction);
      },
    };
  };

const PREFIX = '/data/attributes';

/** Errors about attributes at the top level of a plain JSON body point to them there. @throws always */
export function throwWithFlatPointers(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const faults = error.faults.map((fault) => {
    const { pointer } = fault.source ?? {};
    return pointer?.startsWith(`${PREFIX}/`) ? { ...fault, source: { pointer: pointer.slice(PREFIX.length) } } : fault;
  });
  throw error.withFaults(faults);
}
