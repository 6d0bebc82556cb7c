// Sessions of users, and their end (D681).
import { endAllSessions, endSession, sessions } from '../../core/accounts/sign-in/sessions.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { rowView } from '../../core/representation/resource-view.ts';
import { readHandlers } from '../../core/representation/row-handlers.ts';
import { noContent } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

const NAMES = { one: 'Session', many: 'Sessions', id: 'session_id' } as const;

export function sessionHandlers(services: Services) {
  const rows = sessions(services.signIn);
  // `meta.current` depends on the caller.
  const view = { ...rowView(rows.type), unversioned: ({ meta }: { meta?: object }) => meta };
  return {
    ...readHandlers(services.config, NAMES, rows, view),
    deleteSession: ({ params, context }) => noContent(endSession(services.signIn, params.session_id, context)),
    deleteSessions: ({ query, context }) => noContent(endAllSessions(services.signIn, query, context)),
  } satisfies Partial<Handlers>;
}
