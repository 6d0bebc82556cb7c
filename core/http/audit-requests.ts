// Lines of the audit trail for requests: changes of accounts and rules, and refusals.
import type { IncomingMessage } from 'node:http';
import { auditedCaller } from '../audit.ts';
import type { Caller } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { DispatchOptions } from './dispatch-options.ts';
import { shownParams, type MatchedOperation } from './routing/operation.ts';
import { requestFacts } from './request/request-id.ts';

const showsOthers = ({ operation: { method, facts } }: MatchedOperation, { isAdmin }: Caller): boolean =>
  method === 'get' && (facts.audit === 'others' ? isAdmin : facts.audit);

export type RequestAudit = ReturnType<typeof createRequestAudit>;

export function createRequestAudit({
  audit,
  recordRead,
  addressOf,
}: Pick<DispatchOptions, 'audit' | 'recordRead' | 'addressOf'>) {
  const factsOf = (request: IncomingMessage, matched: MatchedOperation, caller: Caller) => ({
    address: addressOf(request),
    ...requestFacts(request),
    ...auditedCaller(caller),
    operation: matched.operation.operationId,
    params: shownParams(matched),
  });
  return {
    /** Stores, before a response is sent, whose personal data it shows. @throws Error when that cannot be stored */
    async shown(request: IncomingMessage, matched: MatchedOperation, caller: Caller, users: ReadonlySet<number>) {
      if (users.size === 0 && !showsOthers(matched, caller)) return;
      const ids = [...users].sort((a, b) => a - b);
      await recordRead({ ...factsOf(request, matched, caller), ...(ids.length > 0 && { users: ids }) });
    },
    changed(request: IncomingMessage, matched: MatchedOperation, caller: Caller, status: number): void {
      const { method, facts } = matched.operation;
      if (method !== 'get' && facts.audit !== false) audit('changed', { ...factsOf(request, matched, caller), status });
    },
    refused(request: IncomingMessage, matched: MatchedOperation | undefined, caller: Caller, cause: unknown): void {
      if (!matched || !(cause instanceof ApiError) || cause.status !== 403) return;
      audit('refused', { ...factsOf(request, matched, caller), code: cause.face.code });
    },
  };
}
