// The lines of the audit trail that requests leave: changes of accounts and rules, and what was refused.
import type { IncomingMessage } from 'node:http';
import { auditedCaller, type Audit } from '../audit.ts';
import type { Caller } from '../context.ts';
import { ApiError } from '../errors.ts';
import { isAudited } from './operation.ts';
import type { MatchedOperation } from './perform-part.ts';
import { requestFacts } from './request-id.ts';

/** Reads of accounts; administrators see addresses and the like of all of them. */
const READS: ReadonlySet<string> = new Set(['listUsers', 'getUser', 'listRoleUsers']);

const showsOthers = ({ operation, params }: MatchedOperation, { isAdmin, userId }: Caller): boolean =>
  isAdmin && READS.has(operation.operationId) && params['user_id'] !== String(userId);

export interface RequestAudit {
  changed(request: IncomingMessage, matched: MatchedOperation, caller: Caller, status: number): void;
  refused(request: IncomingMessage, matched: MatchedOperation | undefined, caller: Caller, cause: unknown): void;
}

export function createRequestAudit(audit: Audit, addressOf: (request: IncomingMessage) => string): RequestAudit {
  function factsOf(request: IncomingMessage, { operation, params }: MatchedOperation, caller: Caller) {
    const { refresh_token: _token, ...shown } = params;
    void _token;
    return {
      address: addressOf(request),
      ...requestFacts(request),
      ...auditedCaller(caller),
      operation: operation.operationId,
      params: shown,
    };
  }
  return {
    changed(request, matched, caller, status) {
      if (showsOthers(matched, caller)) audit('personal_data_read', factsOf(request, matched, caller));
      if (isAudited(matched.operation)) audit('changed', { ...factsOf(request, matched, caller), status });
    },
    refused(request, matched, caller, cause) {
      if (!matched || !(cause instanceof ApiError) || cause.status !== 403) return;
      audit('refused', { ...factsOf(request, matched, caller), code: cause.face.code });
    },
  };
}
