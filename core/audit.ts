// The audit trail: sign-ins, refusals, and changes of access rules. One structured line each in the service's log, without
// secrets: names of operations and ids, never bodies.
import type { Caller } from './context.ts';
import type { Logger } from './log.ts';

export type AuditEvent =
  | 'sign_in'
  | 'sign_in_failed'
  | 'refused'
  | 'changed'
  | 'sessions_ended'
  | 'second_factor_added'
  /** A signed-in user sent a wrong code. */
  | 'second_factor_failed'
  | 'second_factor_removed'
  | 'recovery_codes_renewed'
  /** A caller has read private attributes of another user. */
  | 'personal_data_read'
  /** An operator has exported or erased the data of a person (`npm run tool -- person`). */
  | 'person_exported'
  | 'person_erased'
  /** An operator has set the password of a user (`npm run password`). */
  | 'password_reset'
  /** An earlier refresh token was sent: the session has ended. */
  | 'refresh_token_reused';

export interface AuditFacts {
  address: string;
  request_id?: string;
  trace_id?: string;
  user_id?: number | null;
  application_id?: number | null;
  /** Of a sign-in attempt, cut to 100 characters. */
  username?: string | undefined;
  grant_type?: string;
  operation?: string;
  /** Path parameters, such as ids. */
  params?: Readonly<Record<string, string>>;
  /** Ids of the users whose data were read. */
  users?: readonly number[];
  status?: number;
  code?: string;
}

export type Audit = (event: AuditEvent, facts: AuditFacts) => void;

export const createAudit =
  (log: Logger): Audit =>
  (event, facts) =>
    log.info({ audit: event, ...facts }, `audit: ${event}`);

export const auditedCaller = ({ userId, applicationId }: Caller) => ({
  user_id: userId,
  application_id: applicationId,
});
