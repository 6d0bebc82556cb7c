import type { RequestExchange } from '../../exchange.ts';
import type { StepServices } from '../../step.ts';

/** Writes a change of accounts or rules to the audit trail. */
export function auditChange(exchange: RequestExchange, { requestAudit }: StepServices): void {
  const { request, params, principal, reply } = exchange;
  if (reply) requestAudit.changed(request, { operation: exchange.operation, params }, principal.caller, reply.status);
}
