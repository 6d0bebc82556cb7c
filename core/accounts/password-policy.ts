// What a password must be like: a length that can be hashed, and the rule of the project (reference/jsonapi.md 6).
import { runInNewContext } from 'node:vm';
import type { RequestContext } from '../context.ts';
import { invalidData } from '../errors.ts';

const MAX_LENGTH = 1024;

/** As PHP projects write it, between slashes, or the expression alone; one that is no expression asks for nothing. */
export function ruleOf(text: string): RegExp | undefined {
  const [, body = text, flags = ''] = /^\/(.*)\/([imsu]*)$/s.exec(text) ?? [];
  try {
    return new RegExp(body, flags);
  } catch {
    return undefined;
  }
}

/** Some expressions take for ever on some texts. */
const TIME_LIMIT_MS = 50;

function fits(rule: RegExp, password: string): boolean {
  try {
    return runInNewContext('rule.test(password)', { rule, password }, { timeout: TIME_LIMIT_MS }) === true;
  } catch {
    return false;
  }
}

/**
 * `Auth.passwordPolicy.rule` and `.message` of the configuration say more than the length.
 * @param pointer of the password in the body
 * @throws ApiError invalid_data
 */
export function assertPasswordPolicy(
  password: string,
  pointer: string,
  { access }: Pick<RequestContext, 'access'>,
): void {
  if (password.length < 1 || password.length > MAX_LENGTH) {
    throw invalidData(pointer, `[password.length]: A password has 1 to ${MAX_LENGTH} characters.`);
  }
  const rule = access.setting('Auth.passwordPolicy.rule');
  const expression = typeof rule === 'string' && rule !== '' ? ruleOf(rule) : undefined;
  if (!expression || fits(expression, password)) return;
  const message = access.setting('Auth.passwordPolicy.message');
  const text = typeof message === 'string' && message !== '' ? message : 'The password does not meet the policy.';
  throw invalidData(pointer, `[password.policy]: ${text}`);
}
