// Rules for passwords: long and not common, or the rule of the deployment or of the project (D382).
import { runInNewContext } from 'node:vm';
import type { RequestContext } from '../context.ts';
import { opaqueString } from './opaque-string.ts';
import { invalidData } from '../errors.ts';
import type { PasswordFault, PasswordLists } from './password-lists.ts';

const MIN_LENGTH = 10;
const MAX_LENGTH = 1024;

/** Entry of the configuration that takes precedence over PASSWORD_RULE. */
export const PASSWORD_RULE_ENTRY = 'Auth.passwordPolicy.rule';

/** In the form of PHP projects, between slashes, or the expression alone; undefined for an invalid one. */
export function ruleOf(text: string): RegExp | undefined {
  const [, body = text, flags = ''] = /^\/(.*)\/([imsu]*)$/s.exec(text) ?? [];
  try {
    return new RegExp(body, flags);
  } catch {
    return undefined;
  }
}

/** Some expressions take exponential time for some texts: of the processor, since a busy machine may stop any expression. */
const TIME_LIMIT_MS = 50;

function fits(rule: RegExp, password: string): boolean {
  const begun = process.cpuUsage();
  for (;;) {
    try {
      return runInNewContext('rule.test(password)', { rule, password }, { timeout: TIME_LIMIT_MS }) === true;
    } catch {
      const { user, system } = process.cpuUsage(begun);
      if ((user + system) / 1_000 >= TIME_LIMIT_MS) return false;
    }
  }
}

/** Common passwords of sufficient length, in lower case; read at first use. */
let common: Promise<ReadonlySet<string>> | undefined;

async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= MIN_LENGTH));
}

/**
 * The error of a password; undefined for an acceptable one (D382).
 * @param rule replaces the minimum length and the list of common passwords
 */
export async function passwordFault(
  given: string,
  { rule, message }: { rule?: unknown; message?: unknown } = {},
): Promise<PasswordFault | undefined> {
  const password = opaqueString(given);
  const expression = typeof rule === 'string' && rule !== '' ? ruleOf(rule) : undefined;
  const least = expression ? 1 : MIN_LENGTH;
  // Characters as people count them, not UTF-16 code units.
  if (Array.from(password).length < least || password.length > MAX_LENGTH) {
    return { name: 'length', detail: `A password has ${least} to ${MAX_LENGTH} characters.` };
  }
  if (!expression) {
    const isCommon = (await (common ??= readCommon())).has(password.toLowerCase());
    return isCommon
      ? { name: 'common', detail: 'The password is one of the most common: choose another one.' }
      : undefined;
  }
  if (fits(expression, password)) return undefined;
  const text = typeof message === 'string' && message !== '' ? message : 'The password does not meet the policy.';
  return { name: 'policy', detail: text };
}

/**
 * `Auth.passwordPolicy.rule` and `.message` of the configuration, or PASSWORD_RULE, define valid passwords; without them they
 * are long and not common. They are in none of the lists of the deployment under any rule (D630).
 * @param pointer to the password in the body
 * @throws ApiError invalid_data, service_unavailable for a list that cannot be read
 */
export async function assertPasswordPolicy(
  password: string,
  pointer: string,
  { access }: Pick<RequestContext, 'access'>,
  lists?: PasswordLists,
): Promise<void> {
  const rule = access.setting(PASSWORD_RULE_ENTRY);
  const message = access.setting('Auth.passwordPolicy.message');
  const fault = (await passwordFault(password, { rule, message })) ?? (await lists?.fault(opaqueString(password)));
  if (fault) throw invalidData(pointer, `[password.${fault.name}]: ${fault.detail}`);
}
