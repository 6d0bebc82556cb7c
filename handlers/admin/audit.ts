// The audit trail (D691).
import { auditEntries } from '../../core/admin/audit-entries.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { answerPage } from '../../core/representation/responses.ts';
import { readListRequest } from '../../core/representation/list-requests.ts';
import { rowView } from '../../core/representation/resource-view.ts';
import type { Services } from '../services.ts';

export function auditHandlers({ store, config }: Services) {
  const entries = auditEntries(store);
  const view = rowView(entries.type);
  return {
    listAuditEntries: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      const limits = { timeLimit: config.queryTimeLimit };
      return answerPage(view, await entries.list(request, limits, context), request, context);
    },
  } satisfies Partial<Handlers>;
}
